// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/error.hh"
#include "kernels/cast.hh"
#include "procedures/partition.hh"

#include <glib.h>
#include <limits>

// How calls are cut: where, how long the parts are, and that nothing is copied.

using namespace vast;

static Array
ramp (const Dims &shape)
{
  Array result = Array::empty (ScalarKind::float64, shape);
  for (int64_t i = 0; i < result.size (); i++)
    result.as<double> ()[i] = static_cast<double> (i);
  return result;
}

static Options
with_axis (int64_t axis)
{
  Options options;
  options.set ("axis", axis);
  return options;
}

static PartitionPlan
plan_of (const char *name, std::vector<Array> inputs, const Options &options, std::vector<double> weights)
{
  return PartitionPlan (find_procedure (name), inputs, options, weights);
}

static std::vector<int64_t>
lengths_of (const PartitionPlan &plan)
{
  std::vector<int64_t> lengths;
  for (const CallPart &part : plan.parts ())
    lengths.push_back (part.count);
  return lengths;
}

template <typename F>
static void
assert_throws (ErrorCode code, F &&f)
{
  try
    {
      f ();
    }
  catch (const Error &e)
    {
      g_assert_cmpint (static_cast<int> (e.code ()), ==, static_cast<int> (code));
      return;
    }
  g_assert_not_reached ();
}

static void
assert_lengths (const PartitionPlan &plan, std::vector<int64_t> expected)
{
  g_assert_true (lengths_of (plan) == expected);
}

static void
test_weights ()
{
  const Array x = ramp ({ 10 });
  assert_lengths (plan_of ("sin", { x }, {}, { 1, 1 }), { 5, 5 });
  assert_lengths (plan_of ("sin", { x }, {}, { 1, 3 }), { 3, 7 });
  assert_lengths (plan_of ("sin", { x }, {}, { 1, 0, 1 }), { 5, 5 });
  assert_lengths (plan_of ("sin", { x }, {}, { 0, 1e-9, 1 }), { 10 });
  assert_lengths (plan_of ("sin", { x }, {}, { 1, 1, 1 }), { 3, 4, 3 });
  assert_lengths (plan_of ("sin", { ramp ({ 2 }) }, {}, { 1, 1, 1, 1, 1, 1, 1 }), { 1, 1 });
  const double inf = std::numeric_limits<double>::infinity ();
  for (std::vector<double> bad : { std::vector<double> {}, { 0, 0 }, { 1, -1 }, { 1, inf }, { 1, 0 * inf }, { 1e308, 1e308 } })
    assert_throws (ErrorCode::invalid_argument, [&] { plan_of ("sin", { x }, {}, bad); });
}

static void
test_parts_are_views ()
{
  const Array x = ramp ({ 8, 3 });
  const PartitionPlan plan = plan_of ("sin", { x }, {}, { 1, 1 });
  g_assert_cmpuint (plan.parts ().size (), ==, 2);
  for (const CallPart &part : plan.parts ())
    {
      g_assert_true (part.inputs[0].buffer == x.buffer);
      g_assert_true (part.inputs[0].is_contiguous ());
    }
  g_assert_cmpint (plan.parts ()[1].offset, ==, 4);
}

static void
test_outermost_axis ()
{
  // Rows of an array in C order lie together, and so do columns of one in Fortran's.
  const Array x = ramp ({ 16, 16 });
  const Array columns = x.view (x.layout.transpose ());
  g_assert_true (plan_of ("sin", { x }, {}, { 1, 1 }).parts ()[0].inputs[0].shape () == Dims ({ 8, 16 }));
  g_assert_true (plan_of ("sin", { columns }, {}, { 1, 1 }).parts ()[0].inputs[0].shape () == Dims ({ 16, 8 }));
  // An axis that is too short is passed over.
  g_assert_true (plan_of ("sin", { ramp ({ 2, 64 }) }, {}, { 1, 1, 1, 1 }).parts ()[0].inputs[0].shape () == Dims ({ 2, 16 }));
}

static void
test_broadcast ()
{
  const PartitionPlan plan = plan_of ("add", { ramp ({ 12, 4 }), ramp ({ 4 }) }, {}, { 1, 1, 1 });
  for (const CallPart &part : plan.parts ())
    {
      g_assert_true (part.inputs[0].shape () == Dims ({ 4, 4 }));
      g_assert_true (part.inputs[1].shape () == Dims ({ 4 }));
    }
  assert_lengths (plan_of ("add", { ramp ({ 12, 1 }), ramp ({ 1, 4 }) }, {}, { 1, 1 }), { 6, 6 });
  assert_throws (ErrorCode::shape, [] { plan_of ("add", { ramp ({ 3 }), ramp ({ 4 }) }, {}, { 1, 1 }); });
}

static void
test_reductions ()
{
  const Array x = ramp ({ 12, 100 });
  // A long axis that is kept is cut: the results lie beside each other.
  const PartitionPlan kept = plan_of ("sum", { x }, with_axis (1), { 1, 1 });
  g_assert_true (kept.parts ()[0].inputs[0].shape () == Dims ({ 6, 100 }));
  g_assert_cmpstr (kept.parts ()[0].procedures[0], ==, "sum");
  // Otherwise the reduced one is, for partial results that keep it.
  const PartitionPlan reduced = plan_of ("var", { x }, {}, { 1, 1 });
  const CallPart &part = reduced.parts ()[1];
  g_assert_cmpuint (part.procedures.size (), ==, 2);
  g_assert_cmpstr (part.procedures[0], ==, "mean");
  g_assert_cmpstr (part.procedures[1], ==, "var");
  g_assert_true (*part.options.get<bool> ("keepdims"));
  g_assert_null (part.options.find ("correction"));
  // The index of an element in the whole can only be told along the first axis.
  g_assert_true (plan_of ("argmax", { ramp ({ 3, 1000 }) }, {}, { 1, 1 }).parts ()[0].inputs[0].shape () == Dims ({ 2, 1000 }));
  assert_throws (ErrorCode::index, [&] { plan_of ("sum", { x }, with_axis (2), { 1, 1 }); });
}

static void
test_not_cut ()
{
  const Array x = ramp ({ 100 });
  assert_lengths (plan_of ("sin", { x }, {}, { 1 }), { 0 });
  assert_lengths (plan_of ("sin", { ramp ({}) }, {}, { 1, 1 }), { 0 });
  assert_lengths (plan_of ("sin", { ramp ({ 0, 5 }) }, {}, { 1, 1 }), { 0 });
  assert_lengths (plan_of ("sum", { ramp ({ 5, 0 }) }, {}, { 1, 1 }), { 0 });
  assert_lengths (plan_of ("sort", { x }, {}, { 1, 1 }), { 0 });
  assert_lengths (plan_of ("cumulative_sum", { x }, {}, { 1, 1 }), { 0 });
  assert_lengths (plan_of ("matrix_transpose", { ramp ({ 4, 5 }) }, {}, { 1, 1 }), { 0 });
}

static void
test_contractions ()
{
  const Array a = ramp ({ 40, 8 }), b = ramp ({ 8, 6 });
  const PartitionPlan rows = plan_of ("matmul", { a, b }, {}, { 1, 1 });
  g_assert_true (rows.parts ()[0].inputs[0].shape () == Dims ({ 20, 8 }));
  g_assert_true (rows.parts ()[0].inputs[1].shape () == Dims ({ 8, 6 }));
  const PartitionPlan batch = plan_of ("matmul", { ramp ({ 9, 2, 3 }), ramp ({ 3, 2 }) }, {}, { 1, 1 });
  g_assert_true (batch.parts ()[0].inputs[0].shape () == Dims ({ 5, 2, 3 }));
  g_assert_true (batch.parts ()[0].inputs[1].shape () == Dims ({ 3, 2 }));
  const PartitionPlan summed = plan_of ("vecdot", { ramp ({ 100 }), ramp ({ 100 }) }, {}, { 1, 1 });
  assert_lengths (summed, { 50, 50 });
  g_assert_true (summed.parts ()[1].inputs[1].shape () == Dims ({ 50 }));
  assert_throws (ErrorCode::shape, [&] { plan_of ("matmul", { a, a }, {}, { 1, 1 }); });
}

static std::vector<std::vector<Array>>
run (const PartitionPlan &plan)
{
  std::vector<std::vector<Array>> results;
  for (const CallPart &part : plan.parts ())
    {
      auto &outputs = results.emplace_back ();
      for (const char *name : part.procedures)
        outputs.push_back (call (find_procedure (name), part.inputs, part.options)[0]);
    }
  return results;
}

static void
test_combine ()
{
  const Array x = ramp ({ 10 });
  const PartitionPlan sum = plan_of ("sum", { x }, {}, { 1, 2, 3 });
  g_assert_cmpfloat (*sum.combine (run (sum))[0].as<double> (), ==, 45);
  const PartitionPlan dot = plan_of ("vecdot", { x, x }, {}, { 1, 2, 3 });
  const Array product = dot.combine (run (dot))[0];
  g_assert_cmpint (product.rank (), ==, 0);
  g_assert_cmpfloat (*product.as<double> (), ==, 285);
  const PartitionPlan largest = plan_of ("argmax", { ramp ({ 4, 5 }) }, {}, { 1, 1 });
  g_assert_cmpint (*largest.combine (run (largest))[0].as<int64_t> (), ==, 19);
}

// What comes back from elsewhere need not be what was asked for.
static void
test_combine_refuses ()
{
  const PartitionPlan plan = plan_of ("sin", { ramp ({ 10 }) }, {}, { 1, 1 });
  std::vector<std::vector<Array>> results = run (plan);
  results.pop_back ();
  assert_throws (ErrorCode::invalid_argument, [&] { plan.combine (results); });
  results = run (plan);
  results[1].clear ();
  assert_throws (ErrorCode::invalid_argument, [&] { plan.combine (results); });
  results = run (plan);
  results[1][0] = ramp ({ 5, 2 });
  assert_throws (ErrorCode::shape, [&] { plan.combine (results); });
  results[1][0] = ramp ({});
  assert_throws (ErrorCode::shape, [&] { plan.combine (results); });
  results[1][0] = cast_to (ramp ({ 5 }), ScalarKind::int32);
  assert_throws (ErrorCode::shape, [&] { plan.combine (results); });

  const PartitionPlan sum = plan_of ("var", { ramp ({ 10 }) }, {}, { 1, 1 });
  results = run (sum);
  results[0][1] = ramp ({ 3, 3 });
  assert_throws (ErrorCode::shape, [&] { sum.combine (results); });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, nullptr);
  g_test_add_func ("/partition/weights", test_weights);
  g_test_add_func ("/partition/parts-are-views", test_parts_are_views);
  g_test_add_func ("/partition/outermost-axis", test_outermost_axis);
  g_test_add_func ("/partition/broadcast", test_broadcast);
  g_test_add_func ("/partition/reductions", test_reductions);
  g_test_add_func ("/partition/not-cut", test_not_cut);
  g_test_add_func ("/partition/contractions", test_contractions);
  g_test_add_func ("/partition/combine", test_combine);
  g_test_add_func ("/partition/combine-refuses", test_combine_refuses);
  return g_test_run ();
}
