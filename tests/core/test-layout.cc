// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "samples.hh"

using namespace vast;

namespace {

// Python's slice, written out for one index after another.
std::vector<int64_t>
naive_slice (int64_t length, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step)
{
  using Wide = __int128;
  const Wide n = length, by = step;
  const auto clamp = [&] (std::optional<int64_t> bound, Wide absent) {
    if (!bound)
      return absent;
    Wide b = *bound < 0 ? *bound + n : Wide (*bound);
    return by > 0 ? std::clamp<Wide> (b, 0, n) : std::clamp<Wide> (b, -1, n - 1);
  };
  std::vector<int64_t> result;
  const Wide to = clamp (stop, by > 0 ? n : -1);
  for (Wide i = clamp (start, by > 0 ? 0 : n - 1); by > 0 ? i < to : i > to; i += by)
    result.push_back (static_cast<int64_t> (i));
  return result;
}

void
test_slice ()
{
  const std::vector<std::optional<int64_t>> bounds = { {}, 0,  1,  3,  5,    7,         100,
                                                       -1, -2, -5, -6, -100, INT64_MAX, INT64_MIN };
  const int64_t steps[] = { 1, 2, 3, 100, -1, -2, -3, -100, INT64_MAX, INT64_MIN };
  for (int64_t length : { 0, 1, 2, 5, 6 })
    for (auto start : bounds)
      for (auto stop : bounds)
        for (int64_t step : steps)
          {
            const Layout layout = Layout ({ length, 2 }).slice (0, start, stop, step);
            const std::vector<int64_t> expected = naive_slice (length, start, stop, step);
            CHECK (layout.shape[0] == static_cast<int64_t> (expected.size ()));
            layout.check_bounds (2 * length);
            for (size_t i = 0; i < expected.size (); i++)
              CHECK (layout.origin + static_cast<int64_t> (i) * layout.strides[0] == 2 * expected[i]);
          }
  CHECK_THROWS (invalid_argument, Layout ({ 3 }).slice (0, {}, {}, 0));
}

void
test_index ()
{
  const Layout layout ({ 3, 4 });
  CHECK (layout.index (0, -1).origin == 8);
  CHECK (layout.index (1, 2).shape == Dims ({ 3 }));
  CHECK_THROWS (index, layout.index (0, 3));
  CHECK_THROWS (index, layout.index (0, -4));
  const int64_t at[] = { -1, 1 };
  CHECK (layout.position (at) == 9);
  CHECK_THROWS (index, layout.position (std::span (at, 1)));
  CHECK_THROWS (index, normalize_axis (2, 2));
  CHECK (normalize_axis (-2, 2) == 0);
  const int64_t twice[] = { 0, -2 };
  CHECK_THROWS (invalid_argument, normalize_axes (twice, 2));
}

void
test_shapes ()
{
  CHECK (element_count ({}) == 1);
  CHECK (element_count ({ 0, INT64_MAX }) == 0);
  CHECK_THROWS (shape, element_count ({ INT64_MAX, 2 }));
  CHECK_THROWS (shape, element_count ({ -1 }));
  CHECK (broadcast_shapes ({ 3, 1 }, { 4 }) == Dims ({ 3, 4 }));
  CHECK (broadcast_shapes ({ 0 }, { 1 }) == Dims ({ 0 }));
  CHECK_THROWS (shape, broadcast_shapes ({ 2 }, { 3 }));
  CHECK_THROWS (shape, Layout ({ 2 }).broadcast_to ({ 3 }));
  CHECK_THROWS (shape, Layout ({ 2, 2 }).broadcast_to ({ 2 }));
  CHECK (Layout ({ 2, 1 }).broadcast_to ({ 5, 2, 3 }).strides == Dims ({ 0, 1, 0 }));
  CHECK_THROWS (index, Layout ({ 3 }).check_bounds (2));
  CHECK (Layout ({ 3 }).broadcast_to ({ 2, 3 }).may_alias_itself ());
  CHECK (!Layout ({ 3, 4 }).transpose ().may_alias_itself ());
}

// A reshaped view, where there is one, has the elements of the C-order copy.
void
test_reshape ()
{
  const Dims shapes[] = { { 24 }, { 2, 12 }, { 4, 6 }, { 2, 3, 4 }, { 1, 24, 1 }, { 3, 1, 8 }, { 2, 2, 2, 3 } };
  int n_views = 0;
  for (const Dims &from : shapes)
    for (int i = 0; i < 20; i++)
      for (const Dims &to : shapes)
        {
          const Array x = test::random_view<int32_t> (from);
          const std::optional<Layout> layout = x.layout.reshape (to);
          if (!layout)
            continue;
          n_views++;
          const Array y = x.view (*layout);
          CHECK (y.shape () == to);
          y.layout.check_bounds (static_cast<int64_t> (y.buffer->size () / sizeof (int32_t)));
          for (int64_t k = 0; k < 24; k++)
            CHECK (test::element<int32_t> (x, k) == test::element<int32_t> (y, k));
        }
  CHECK (n_views > 300);
  CHECK (Layout ({ 4, 6 }).reshape ({ -1, 3 })->shape == Dims ({ 8, 3 }));
  CHECK (!Layout ({ 4, 6 }).transpose ().reshape ({ 24 }));
  CHECK_THROWS (shape, Layout ({ 4, 6 }).reshape ({ 5, 5 }));
  CHECK_THROWS (shape, Layout ({ 4, 6 }).reshape ({ -1, -1 }));
  CHECK (Layout ({ 0, 3 }).reshape ({ 7, 0 })->shape == Dims ({ 7, 0 }));
}

void
test_views ()
{
  const Layout layout ({ 2, 3, 4 });
  const int64_t order[] = { 2, 0, 1 };
  CHECK (layout.permute (order).shape == Dims ({ 4, 2, 3 }));
  CHECK (layout.transpose ().strides == Dims ({ 1, 4, 12 }));
  CHECK (layout.flip (2).origin == 3);
  CHECK (Layout ({ 3, 4 }).diagonal (1, 0, 1).shape == Dims ({ 3 }));
  CHECK (Layout ({ 3, 4 }).diagonal (-2, 0, 1).origin == 8);
  CHECK (Layout ({ 3, 4 }).diagonal (INT64_MIN, 0, 1).shape == Dims ({ 0 }));
  CHECK (Layout ({ 3, 4 }).diagonal (INT64_MAX, 0, 1).shape == Dims ({ 0 }));
  CHECK (layout.expand (1).shape == Dims ({ 2, 1, 3, 4 }));
  CHECK_THROWS (shape, layout.squeeze (0));
}

void
test_promotion ()
{
  using enum ScalarKind;
  CHECK (promote (int8, uint8) == ScalarType (int16));
  CHECK (promote (int64, uint64) == ScalarType (float64));
  CHECK (promote (uint32, int32) == ScalarType (int64));
  CHECK (promote (boolean, uint8) == ScalarType (uint8));
  CHECK (promote (int16, float32) == ScalarType (float32));
  CHECK (promote (int32, float32) == ScalarType (float64));
  CHECK (promote (complex64, float64) == ScalarType (complex128));
  CHECK (promote (complex64, float32) == ScalarType (complex64));
  for (int a = 0; a < n_computable_kinds; a++)
    for (int b = 0; b < n_computable_kinds; b++)
      {
        const ScalarType x = static_cast<ScalarKind> (a), y = static_cast<ScalarKind> (b);
        CHECK (promote (x, y) == promote (y, x));
        CHECK (promote (promote (x, y), x) == promote (x, y));
      }
  CHECK_THROWS (type, promote (ScalarType::string (3), int8));
  CHECK (ScalarType::from_name ("S12").size == 12);
  CHECK_THROWS (type, ScalarType::from_name ("S0"));
  CHECK_THROWS (type, ScalarType::from_name ("float63"));
  for (int a = 0; a < n_computable_kinds; a++)
    CHECK (ScalarType::from_name (ScalarType (static_cast<ScalarKind> (a)).name ())
           == ScalarType (static_cast<ScalarKind> (a)));
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/layout/slice", test_slice },
    { "/layout/index", test_index },
    { "/layout/shapes", test_shapes },
    { "/layout/reshape", test_reshape },
    { "/layout/views", test_views },
    { "/scalar-type/promotion", test_promotion },
  });
}
