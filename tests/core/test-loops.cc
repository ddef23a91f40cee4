// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "core/loops.hh"
#include "samples.hh"

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace vast;

namespace {

void
test_parallel ()
{
  CHECK (thread_count () >= 1);
  for (int64_t count : { 0, 1, 7, 1000, 100003 })
    for (int64_t grain : { 1, 10, 1000000 })
      {
        std::vector<std::atomic<int>> seen (static_cast<size_t> (count));
        parallel_for (count, grain, [&] (int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; i++)
            seen[static_cast<size_t> (i)]++;
        });
        for (auto &n : seen)
          CHECK (n == 1);
      }
}

void
test_parallel_nested ()
{
  std::atomic<int64_t> total = 0;
  const auto work = [&] {
    parallel_for (40, 1, [&] (int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i++)
        parallel_for (1000, 10, [&] (int64_t b, int64_t e) { total += e - b; });
    });
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back (work);
  for (std::thread &t : threads)
    t.join ();
  CHECK (total == 4 * 40 * 1000);
}

void
test_parallel_exception ()
{
  for (int64_t grain : { 1, 100000 })
    CHECK_THROWS (shape, parallel_for (1000, grain, [] (int64_t begin, int64_t end) {
                    if (begin <= 777 && 777 < end)
                      fail (ErrorCode::shape, "as asked");
                  }));
}

// Every element once, in whatever order, and every operand at the same element.
void
check_nest (const Dims &shape, const std::vector<Array> &arrays, int64_t pieces, int64_t longest)
{
  std::vector<LoopOperand> operands;
  for (const Array &a : arrays)
    operands.push_back (LoopOperand::broadcast (a, shape));
  const LoopNest nest (shape, operands);
  CHECK (nest.n_positions () * nest.rows () == element_count (shape));
  for (int64_t p = 0; p < pieces; p++)
    {
      const int64_t begin = nest.n_positions () * p / pieces, end = nest.n_positions () * (p + 1) / pieces;
      nest.for_each_line (begin, end, longest, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
        CHECK (count >= 1 && count <= longest);
        for (int64_t i = 0; i < count; i++)
          {
            int64_t sum = 0;
            for (size_t k = 0; k + 1 < arrays.size (); k++)
              sum += *reinterpret_cast<const int64_t *> (data[k] + i * strides[k]);
            *reinterpret_cast<int64_t *> (data[arrays.size () - 1] + i * strides[arrays.size () - 1]) += sum;
          }
      });
    }
}

void
test_nest ()
{
  for (int round = 0; round < 600; round++)
    {
      Dims shape = test::random_shape (5, round % 3 == 0 ? 3 : 9);
      std::vector<Array> arrays;
      for (int64_t k = test::random_int (0, 2); k >= 0; k--)
        {
          Dims part = shape;
          for (int64_t &n : part)
            if (test::random_int (0, 3) == 0)
              n = 1;
          while (!part.empty () && test::random_int (0, 4) == 0)
            part.erase (0);
          arrays.push_back (test::random_view<int64_t> (part));
          for (int64_t i = 0; i < arrays.back ().size (); i++)
            test::element<int64_t> (arrays.back (), i) = test::random_int (-1000, 1000);
        }
      const Array out = test::random_view<int64_t> (shape);
      for (int64_t i = 0; i < out.size (); i++)
        test::element<int64_t> (out, i) = i;
      arrays.push_back (out);
      check_nest (shape, arrays, test::random_int (1, 4), test::random_int (1, 10));
      for (int64_t i = 0; i < out.size (); i++)
        {
          int64_t expected = i;
          for (size_t k = 0; k + 1 < arrays.size (); k++)
            expected += test::element<int64_t> (arrays[k].view (arrays[k].layout.broadcast_to (shape)), i);
          CHECK (test::element<int64_t> (out, i) == expected);
        }
    }
}

void
test_nest_shape ()
{
  const Array x = Array::zeros (ScalarKind::int64, { 100, 3 });
  const Array flipped = x.view (x.layout.flip (0).flip (1));
  const LoopOperand same[] = { LoopOperand::broadcast (flipped, x.shape ()),
                               LoopOperand::broadcast (flipped, x.shape ()) };
  const LoopNest joined (x.shape (), same);
  CHECK (joined.line_length () == 300 && joined.rows () == 1 && joined.line_stride (0) == 8);

  const Array row = Array::zeros (ScalarKind::int64, { 3 });
  const LoopOperand by_row[] = { LoopOperand::broadcast (row, x.shape ()), LoopOperand::broadcast (x, x.shape ()) };
  const LoopNest across (x.shape (), by_row);
  CHECK (across.line_length () == 100 && across.rows () == 3);

  const Array none = Array::zeros (ScalarKind::int64, { 4, 0, 3 });
  const LoopOperand nothing[] = { LoopOperand::broadcast (none, none.shape ()) };
  CHECK (LoopNest (none.shape (), nothing).n_positions () == 0);
  run_lines (LoopNest (none.shape (), nothing), 1, 8,
             [] (std::byte *const *, const int64_t *, int64_t) { CHECK (false); });
  CHECK_THROWS (shape, LoopOperand::broadcast (row, { 4 }));
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/parallel/covers", test_parallel },
    { "/parallel/nested", test_parallel_nested },
    { "/parallel/exception", test_parallel_exception },
    { "/loops/nest", test_nest },
    { "/loops/nest-shape", test_nest_shape },
  });
}
