// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast call PROCEDURE INPUT…

#include "call-input.hh"
#include "call-runner.hh"
#include "call-stream.hh"
#include "command.hh"
#include "output-file.hh"

#include <algorithm>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr int most_local_nodes = 256;

struct CallRequest {
  std::string procedure;
  std::vector<std::string> inputs;
  std::vector<std::string> parameters; // NAME=VALUE
  std::string output;                  // empty: printed
  CallPlace place;
};

std::vector<std::string>
to_strings (char **list)
{
  const Texts owned (list);
  std::vector<std::string> strings;
  for (char **text = list; text && *text; text++)
    strings.emplace_back (*text);
  return strings;
}

const char *
call_description ()
{
  return _ ("An INPUT is a file in NumPy's format, “-” for such a file on standard input, or a literal: 3.5,\n"
            "'[1, 2, 3]', '[[1, 2], [3, 4]]'. A file whose name could be a literal is named with its directory: ./3.5\n"
            "\n"
            "Without -o the result is printed. A procedure with several results prints them one after another, and\n"
            "writes them to OUT-0.npy, OUT-1.npy, …; they cannot go to standard output as files.\n"
            "\n"
            "Element-wise procedures with -o are worked through in blocks of rows, so that large files take little\n"
            "memory, also in a pipe: vast call sin - -o - < x.npy > y.npy. All other procedures, and inputs in\n"
            "Fortran order from a pipe, are read as a whole.\n"
            "\n"
            "Exit status: 0 if the result is complete, 1 if the call failed, 2 for a mistake in the command line.");
}

void
check_place (const CallPlace &place, int nodes)
{
  if (nodes < 0 || nodes > most_local_nodes)
    fail_usage (_ ("--nodes %d is not from 0 to %d"), nodes, most_local_nodes);
  if ((nodes > 0) + !place.addresses.empty () + place.cluster > 1)
    fail_usage (_ ("only one of --nodes, --node and --cluster can be given"));
  for (const std::string &address : place.addresses)
    require_utf8 (_ ("address"), address);
}

CallRequest
parse_request (int argc, char **argv)
{
  char *output = nullptr;
  char **parameters = nullptr, **addresses = nullptr;
  gint nodes = 0;
  gboolean cluster = FALSE, verbose = FALSE;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write the result to this npy file; “-”: standard output"),
      N_ ("OUT.npy") },
    { "parameter", 'p', 0, G_OPTION_ARG_FILENAME_ARRAY, &parameters, N_ ("Set a parameter of the procedure"),
      N_ ("NAME=VALUE") },
    { "nodes", 0, 0, G_OPTION_ARG_INT, &nodes, N_ ("Compute on N nodes started here for the call; 0: in this process"),
      N_ ("N") },
    { "node", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &addresses, N_ ("Compute on this node; may be given again"),
      N_ ("ADDRESS") },
    { "cluster", 0, 0, G_OPTION_ARG_NONE, &cluster, N_ ("Compute on the nodes found in the network"), nullptr },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose, N_ ("Tell which node computes what"), nullptr },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  std::vector<std::string> rest =
    parse_options (argc, argv, entries, _ ("PROCEDURE INPUT…"), _ ("Computes with a procedure."), call_description ());
  const Text owned_output (output);
  CallRequest request;
  request.parameters = to_strings (parameters);
  request.place = { nodes, to_strings (addresses), cluster != FALSE, verbose != FALSE };
  if (output && !*output)
    fail_usage (_ ("the name of the output file is empty"));
  request.output = output ? output : "";
  check_place (request.place, nodes);
  if (rest.empty ())
    fail_usage (_ ("no procedure was given"));
  request.procedure = rest[0];
  request.inputs.assign (rest.begin () + 1, rest.end ());
  if (std::ranges::count (request.inputs, "-") > 1)
    fail_usage (_ ("only one input can be standard input"));
  return request;
}

void
check_inputs (VastProcedure *procedure, size_t n_inputs)
{
  const char *const *names = vast_procedure_get_input_names (procedure);
  const size_t n_names = g_strv_length (const_cast<char **> (names));
  if (n_inputs == n_names)
    return;
  const Text listed (g_strjoinv (", ", const_cast<char **> (names)));
  fail (_ ("%s takes %zu inputs (%s), but %zu were given"), vast_procedure_get_name (procedure), n_names, listed.get (),
        n_inputs);
}

GVariant *
parse_parameters (VastProcedure *procedure, const std::vector<std::string> &assignments)
{
  GVariantDict options;
  g_variant_dict_init (&options, nullptr);
  for (const std::string &assignment : assignments)
    {
      const size_t equals = assignment.find ('=');
      if (equals == std::string::npos || equals == 0)
        fail_usage (_ ("the parameter “%s” is not of the form NAME=VALUE"), assignment.c_str ());
      require_utf8 (_ ("parameter"), assignment);
      const std::string name = assignment.substr (0, equals);
      ErrorSlot error;
      GVariant *const value =
        vast_procedure_parse_parameter (procedure, name.c_str (), assignment.c_str () + equals + 1, &error);
      if (!value)
        error.raise ();
      const Variant owned (g_variant_take_ref (value));
      g_variant_dict_insert_value (&options, name.c_str (), value);
    }
  return g_variant_dict_end (&options);
}

std::vector<std::string>
output_paths (const std::string &output, size_t n_outputs)
{
  if (n_outputs == 1 || output.empty ())
    return { output };
  if (output == "-")
    fail_usage (_ ("a procedure with %zu results cannot write them to standard output"), n_outputs);
  std::vector<std::string> paths;
  for (size_t i = 0; i < n_outputs; i++)
    paths.push_back (numbered_path (output, i));
  return paths;
}

void
print_arrays (const Arrays &arrays)
{
  for (const Ref<VastArray> &array : arrays)
    {
      const Text text (vast_array_to_string (array));
      write_stdout (std::string (text.get ()) + "\n");
    }
}

void
call_at_once (std::span<CallInput> inputs, CallRunner &runner, const CallRequest &request,
              std::span<const std::string> paths)
{
  Arrays arrays;
  for (CallInput &input : inputs)
    arrays.push_back (input.whole ());
  const Arrays results = runner.run (arrays, nullptr);
  if (request.output.empty ())
    return print_arrays (results);
  for (size_t i = 0; i < results.size (); i++)
    save_array (results[i], paths[i]);
}

} // namespace

int
run_call (int argc, char **argv)
{
  const CallRequest request = parse_request (argc, argv);
  watch_signals ();
  require_utf8 (_ ("name"), request.procedure);
  ErrorSlot error;
  VastProcedure *const procedure = vast_procedure_find (request.procedure.c_str (), &error);
  if (!procedure)
    error.raise ();
  check_inputs (procedure, request.inputs.size ());
  GVariant *const options = parse_parameters (procedure, request.parameters);
  const std::vector<std::string> paths = output_paths (request.output, vast_procedure_get_n_outputs (procedure));

  std::vector<CallInput> inputs;
  for (const std::string &text : request.inputs)
    inputs.push_back (CallInput::open (text));
  CallRunner runner (procedure, options, request.place);
  std::optional<BlockPlan> plan;
  if (!request.output.empty () && vast_procedure_get_partition (procedure) == VAST_PARTITION_ELEMENTWISE)
    plan = plan_blocks (vast_procedure_get_name (procedure), inputs);
  if (plan)
    call_in_blocks (*plan, inputs, runner, paths);
  else
    call_at_once (inputs, runner, request, paths);
  return status_done;
}

} // namespace vast::cli
