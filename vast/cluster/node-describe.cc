// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The method “describe”: the mapping that nodes share, read from the registry.

#include "cluster/node-service.hh"
#include "config.h"
#include "procedures/registry.hh"

namespace vast {

namespace {

const char *
partition_name (Partition partition)
{
  switch (partition)
    {
    case Partition::elementwise: return "elementwise";
    case Partition::reduction: return "reduction";
    case Partition::scan: return "scan";
    case Partition::contraction: return "contraction";
    case Partition::axis: return "axis";
    case Partition::whole: break;
    }
  return "whole";
}

const char *
kind_name (ParameterKind kind)
{
  switch (kind)
    {
    case ParameterKind::boolean: return "boolean";
    case ParameterKind::integer: return "integer";
    case ParameterKind::floating: return "float";
    case ParameterKind::string: return "string";
    case ParameterKind::scalar_type: return "type";
    case ParameterKind::axis: return "axis";
    case ParameterKind::axes: break;
    }
  return "axes";
}

wire::Value
text_list (const std::vector<const char *> &texts)
{
  std::vector<wire::Value> values;
  for (const char *text : texts)
    values.push_back (wire::text (text));
  return wire::list (values);
}

wire::Value
describe_parameter (const Parameter &parameter)
{
  return wire::MapBuilder ()
    .add ("name", wire::text (parameter.name))
    .add ("kind", wire::text (kind_name (parameter.kind)))
    .add ("default", wire::option_to_value (parameter.default_value))
    .add ("doc", wire::text (parameter.doc ? parameter.doc : ""))
    .build ();
}

wire::Value
describe_procedure (const ProcedureInfo &info)
{
  std::vector<wire::Value> parameters;
  for (const Parameter &parameter : info.parameters)
    parameters.push_back (describe_parameter (parameter));
  return wire::MapBuilder ()
    .add ("name", wire::text (info.name))
    .add ("inputs", text_list (info.inputs))
    .add ("outputs", wire::integer (info.n_outputs))
    .add ("parameters", wire::list (parameters))
    .add ("partition", wire::text (partition_name (info.partition)))
    .add ("cost", wire::real (info.cost))
    .add ("doc", wire::text (info.doc))
    .add ("signatures", text_list (info.signatures))
    .build ();
}

wire::Value
type_names ()
{
  std::vector<wire::Value> names;
  for (int i = 0; i < n_computable_kinds; i++)
    names.push_back (wire::text (ScalarType (static_cast<ScalarKind> (i)).name ()));
  names.push_back (wire::text ("S")); // followed by a length
  return wire::list (names);
}

} // namespace

wire::Value
describe_procedures ()
{
  std::vector<wire::Value> procedures;
  for (const ProcedureInfo *info : all_procedures ())
    if (!info->local_only)
      procedures.push_back (describe_procedure (*info));
  return wire::MapBuilder ()
    .add ("version", wire::text (VAST_VERSION))
    .add ("protocol", wire::integer (NodeService::protocol_version))
    .add ("types", type_names ())
    .add ("procedures", wire::list (procedures))
    .build ();
}

} // namespace vast
