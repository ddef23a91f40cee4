// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/vast-procedure-private.hh"

#include "core/error.hh"
#include "procedures/registry.hh"

/**
 * VastProcedure:
 *
 * Something that can be computed on arrays, known by its name.
 *
 * Everything that Vast computes is a procedure: `sin`, `add`, `sum`, `matmul`, … There is a C function for each
 * (`vast_sin ()`), and an object of this class that tells what it is and calls it by name. Programs that do not know
 * beforehand what they will compute (a node of a cluster, a command line, a graph) use the objects.
 *
 * [func@Vast.Procedure.find] gives the object for a name; there is one for each procedure, and it is never freed.
 * [method@Vast.Procedure.invoke] calls it with arrays and named options. All functions of this class may be called
 * from any thread.
 *
 * Since: 1.0
 */

/**
 * VastPartition:
 * @VAST_PARTITION_ELEMENTWISE: each element of the result comes from one element of each input; inputs broadcast
 * @VAST_PARTITION_REDUCTION: elements along axes become one; results of parts can be combined
 * @VAST_PARTITION_SCAN: elements along an axis depend on those before them; the other axes are independent
 * @VAST_PARTITION_CONTRACTION: sums of products along an axis of two inputs
 * @VAST_PARTITION_AXIS: works along an axis as a whole; the other axes are independent
 * @VAST_PARTITION_WHOLE: cannot be cut
 *
 * How a procedure's work can be cut into parts for several computers.
 *
 * Since: 1.0
 */

/**
 * VastProcedureFlags:
 * @VAST_PROCEDURE_FLAGS_NONE: nothing special
 * @VAST_PROCEDURE_FLAGS_LOCAL_ONLY: other computers must not call it, because it touches what is this one's
 *
 * What must be known about a procedure before it is called for somebody else.
 *
 * Since: 1.0
 */

/**
 * VastParameterKind:
 * @VAST_PARAMETER_KIND_BOOLEAN: true or false
 * @VAST_PARAMETER_KIND_INTEGER: an integer
 * @VAST_PARAMETER_KIND_DOUBLE: a floating number
 * @VAST_PARAMETER_KIND_STRING: a text
 * @VAST_PARAMETER_KIND_SCALAR_TYPE: the name of an element type, such as "float64"
 * @VAST_PARAMETER_KIND_AXIS: an axis, negative to count from the last
 * @VAST_PARAMETER_KIND_AXES: a list of axes
 *
 * What kind of value an option has.
 *
 * Since: 1.0
 */

static_assert (VAST_PARTITION_WHOLE == static_cast<int> (vast::Partition::whole));
static_assert (VAST_PARAMETER_KIND_AXES == static_cast<int> (vast::ParameterKind::axes));

G_DEFINE_FINAL_TYPE (VastProcedure, vast_procedure, G_TYPE_OBJECT)

namespace vast {

namespace {

// What an object stands for that somebody made with g_object_new ().
const ProcedureInfo &
no_procedure ()
{
  static const ProcedureInfo info = {
    .name = "",
    .function_name = "",
    .doc = "",
    .since = "",
    .inputs = {},
    .n_outputs = 0,
    .partition = Partition::whole,
    .cost = 0,
    .local_only = true,
    .invoke = [] (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>) {
      fail (ErrorCode::not_supported, "this object stands for no procedure: it was not found by a name");
    },
  };
  return info;
}

// A list that ends with NULL and lives as long as its object: for ever.
template <typename Items, typename Name>
const char **
names_of (const Items &items, Name &&name)
{
  const char **names = g_new0 (const char *, items.size () + 1);
  for (size_t i = 0; i < items.size (); i++)
    names[i] = name (items[i]);
  return names;
}

VastProcedure *
make_object (const ProcedureInfo &info)
{
  VastProcedure *self = VAST_PROCEDURE (g_object_new (VAST_TYPE_PROCEDURE, nullptr));
  self->info = &info;
  self->input_names = names_of (info.inputs, [] (const char *name) { return name; });
  self->parameter_names = names_of (info.parameters, [] (const Parameter &parameter) { return parameter.name; });
  return self;
}

std::span<VastProcedure *const>
all_objects ()
{
  static const std::vector<VastProcedure *> objects = [] {
    std::vector<VastProcedure *> made;
    for (const ProcedureInfo *info : all_procedures ())
      made.push_back (make_object (*info));
    return made;
  }();
  return objects;
}

} // namespace

const ProcedureInfo &
procedure_info (VastProcedure *self)
{
  return *self->info;
}

VastProcedure *
procedure_object (const ProcedureInfo &info)
{
  return all_objects ()[procedure_position (info)];
}

} // namespace vast

using namespace vast;

static const char *const no_names[] = { nullptr };

static void
vast_procedure_init (VastProcedure *self)
{
  self->info = &no_procedure ();
}

static void
vast_procedure_class_init (VastProcedureClass *)
{
}

/**
 * vast_procedure_find:
 * @name: the procedure's name, such as "sin" or "linalg.svd"
 *
 * Finds a procedure by its name.
 *
 * An unknown name is the error %VAST_ERROR_NOT_FOUND; its message suggests a name that is near.
 *
 * Returns: (transfer none): the procedure
 *
 * Since: 1.0
 */
VastProcedure *
vast_procedure_find (const char *name, GError **error)
{
  return guard (error, [&] { return procedure_object (find_procedure (name ? name : "")); });
}

/**
 * vast_procedure_list:
 * @n_procedures: (out): how many there are
 *
 * Lists all procedures, sorted by name.
 *
 * Returns: (transfer container) (array length=n_procedures): the procedures
 *
 * Since: 1.0
 */
VastProcedure **
vast_procedure_list (gsize *n_procedures)
{
  const std::span<VastProcedure *const> all = guard (nullptr, [] { return all_objects (); });
  if (n_procedures)
    *n_procedures = all.size ();
  VastProcedure **list = g_new0 (VastProcedure *, all.size () + 1);
  std::copy (all.begin (), all.end (), list);
  return list;
}

/**
 * vast_procedure_get_name:
 * @self: a procedure
 *
 * Tells the name by which the procedure is found and called, also by other computers.
 *
 * Returns: (transfer none): the name
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_name (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return self->info->name;
}

/**
 * vast_procedure_get_doc:
 * @self: a procedure
 *
 * Tells in words what the procedure computes; paragraphs are lines.
 *
 * Returns: (transfer none): the text
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_doc (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return self->info->doc;
}

/**
 * vast_procedure_get_since:
 * @self: a procedure
 *
 * Tells the version of Vast that first had the procedure.
 *
 * Returns: (transfer none): the version
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_since (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return self->info->since;
}

/**
 * vast_procedure_get_function_name:
 * @self: a procedure
 *
 * Tells the name of the procedure's C function, such as "vast_sin".
 *
 * Returns: (transfer none): the name
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_function_name (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return self->info->function_name;
}

/**
 * vast_procedure_get_partition:
 * @self: a procedure
 *
 * Tells how the procedure's work can be cut into parts.
 *
 * Returns: the way
 *
 * Since: 1.0
 */
VastPartition
vast_procedure_get_partition (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), VAST_PARTITION_WHOLE);
  return static_cast<VastPartition> (self->info->partition);
}

/**
 * vast_procedure_get_flags:
 * @self: a procedure
 *
 * Tells what must be known before the procedure is called for somebody else.
 *
 * Returns: the flags
 *
 * Since: 1.0
 */
VastProcedureFlags
vast_procedure_get_flags (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), VAST_PROCEDURE_FLAGS_LOCAL_ONLY);
  return self->info->local_only ? VAST_PROCEDURE_FLAGS_LOCAL_ONLY : VAST_PROCEDURE_FLAGS_NONE;
}

/**
 * vast_procedure_get_cost:
 * @self: a procedure
 *
 * Tells how much work the procedure is, in floating-point operations for each element. It is an estimate, made for
 * deciding whether work is worth being shared.
 *
 * Returns: the number of operations
 *
 * Since: 1.0
 */
gdouble
vast_procedure_get_cost (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), 0);
  return self->info->cost;
}

/**
 * vast_procedure_get_input_names:
 * @self: a procedure
 *
 * Tells the names of the arrays that the procedure takes, in order.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 *
 * Since: 1.0
 */
const char *const *
vast_procedure_get_input_names (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), no_names);
  return self->input_names ? self->input_names : no_names;
}

/**
 * vast_procedure_get_n_outputs:
 * @self: a procedure
 *
 * Tells how many arrays the procedure gives.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
gsize
vast_procedure_get_n_outputs (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), 0);
  return static_cast<gsize> (self->info->n_outputs);
}

/**
 * vast_procedure_get_gradient:
 * @self: a procedure
 * @input: the name of one of its inputs
 *
 * Tells the gradient of the procedure for one of its inputs, as an expression of calls of other procedures such as
 * `multiply (g, cos (x))`. In it, `g` is the gradient that comes in for the result, `y` is the result, inputs have
 * their names, and numbers take the element type of `g`. It holds for real elements.
 *
 * For an element-wise procedure the gradient has the shape that the inputs broadcast to, and whoever uses it adds it up
 * along the axes that were broadcast. For a reduction, `y` and `g` keep the reduced axes with length 1, `n` is how many
 * elements became one, parameters are known by their names, and the gradient broadcasts to the input's shape.
 *
 * Returns: (transfer none) (nullable): the expression, or %NULL if there is none
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_gradient (VastProcedure *self, const char *input)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  for (const Gradient &gradient : self->info->gradients)
    if (g_strcmp0 (gradient.input, input) == 0)
      return gradient.expression;
  return nullptr;
}

/**
 * vast_procedure_dup_signatures:
 * @self: a procedure
 *
 * Tells the element types for which the procedure is made, as texts such as `float64, float64 -> bool`. Inputs of other
 * types are converted to one of these where no value is lost by that.
 *
 * Returns: (transfer full) (array zero-terminated=1): the signatures
 *
 * Since: 1.0
 */
char **
vast_procedure_dup_signatures (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  const std::vector<const char *> &signatures = self->info->signatures;
  char **copies = g_new0 (char *, signatures.size () + 1);
  for (size_t i = 0; i < signatures.size (); i++)
    copies[i] = g_strdup (signatures[i]);
  return copies;
}

/**
 * vast_procedure_get_parameter_names:
 * @self: a procedure
 *
 * Tells the names of the options that the procedure knows, in the order in which its C function has them.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 *
 * Since: 1.0
 */
const char *const *
vast_procedure_get_parameter_names (VastProcedure *self)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), no_names);
  return self->parameter_names ? self->parameter_names : no_names;
}

static const Parameter *
parameter_of (VastProcedure *self, const char *parameter)
{
  return parameter ? find_parameter (*self->info, parameter) : nullptr;
}

/**
 * vast_procedure_get_parameter_kind:
 * @self: a procedure
 * @parameter: the name of one of its options
 *
 * Tells what kind of value an option has; %VAST_PARAMETER_KIND_STRING for one that the procedure does not have.
 *
 * Returns: the kind
 *
 * Since: 1.0
 */
VastParameterKind
vast_procedure_get_parameter_kind (VastProcedure *self, const char *parameter)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), VAST_PARAMETER_KIND_STRING);
  const Parameter *found = parameter_of (self, parameter);
  return found ? static_cast<VastParameterKind> (found->kind) : VAST_PARAMETER_KIND_STRING;
}

/**
 * vast_procedure_get_parameter_doc:
 * @self: a procedure
 * @parameter: the name of one of its options
 *
 * Tells in words what an option is for.
 *
 * Returns: (transfer none) (nullable): the text, or %NULL if there is no such option
 *
 * Since: 1.0
 */
const char *
vast_procedure_get_parameter_doc (VastProcedure *self, const char *parameter)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  const Parameter *found = parameter_of (self, parameter);
  return found ? found->doc : nullptr;
}

/**
 * vast_procedure_dup_parameter_default:
 * @self: a procedure
 * @parameter: the name of one of its options
 *
 * Tells what an option is when it is not given.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL if there is no such option, or if leaving it out means
 *   something that has no value, such as all axes
 *
 * Since: 1.0
 */
GVariant *
vast_procedure_dup_parameter_default (VastProcedure *self, const char *parameter)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  const Parameter *found = parameter_of (self, parameter);
  if (!found || std::holds_alternative<std::monostate> (found->default_value))
    return nullptr;
  return g_variant_ref_sink (option_to_variant (found->default_value));
}

/**
 * vast_procedure_parse_parameter:
 * @self: a procedure
 * @parameter: the name of one of its options
 * @text: the value as text, such as "0,1", "true", "1.5", "float32" or "none"
 *
 * Makes the value of an option from text, as on a command line.
 *
 * An option that the procedure does not have, or a text that is no value for it, is the error
 * %VAST_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the value, for [method@Vast.Procedure.invoke]
 *
 * Since: 1.0
 */
GVariant *
vast_procedure_parse_parameter (VastProcedure *self, const char *parameter, const char *text, GError **error)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return guard (error, [&] {
    const Parameter &found = require_parameter (*self->info, parameter ? parameter : "");
    const OptionValue value = parse_option (*self->info, found, text ? text : "");
    Options options;
    options.set (found.name, value);
    complete_options (*self->info, options);
    return g_variant_ref_sink (option_to_variant (value));
  });
}
