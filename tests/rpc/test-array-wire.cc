// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The wire form of arrays: every element type and shape there and back, and everything that can be wrong with it.

#include "array/array-wire.hh"
#include "kernels/cast.hh"

#include <cstring>
#include <glib.h>

using namespace vast;

namespace {

// Through bytes, as over a connection.
wire::Value
travel (const wire::Value &value)
{
  g_autoptr (GError) error = nullptr;
  g_autoptr (GBytes) packed = message_pack_value_pack (value.get (), &error);
  g_assert_no_error (error);
  wire::Value arrived (message_pack_value_unpack (packed, &error));
  g_assert_no_error (error);
  return arrived;
}

void
assert_same (const Array &a, const Array &b)
{
  g_assert_true (a.type == b.type);
  g_assert_true (a.shape () == b.shape ());
  const Array x = make_contiguous (a), y = make_contiguous (b);
  g_assert_cmpmem (x.data (), x.n_bytes (), y.data (), y.n_bytes ());
}

Array
sample (ScalarType type, const Dims &shape)
{
  const Array array = Array::empty (type, shape);
  for (size_t i = 0; i < array.n_bytes (); i++)
    array.data ()[i] = static_cast<std::byte> (type.is_boolean () ? i % 2 : i * 7 + 1);
  return array;
}

std::vector<ScalarType>
all_types ()
{
  std::vector<ScalarType> types;
  for (int i = 0; i < n_computable_kinds; i++)
    types.push_back (static_cast<ScalarKind> (i));
  types.push_back (ScalarType::string (1));
  types.push_back (ScalarType::string (13));
  return types;
}

void
test_round_trip ()
{
  for (ScalarType type : all_types ())
    for (const Dims &shape : { Dims {}, Dims { 0 }, Dims { 1 }, Dims { 7 }, Dims { 3, 0, 2 }, Dims { 3, 4, 5 } })
      {
        const Array array = sample (type, shape);
        const wire::Value value = travel (wire::from_array (array));
        g_assert_true (wire::is_array (value.get ()));
        assert_same (array, wire::to_array (value.get (), wire::Ownership::shared));
        assert_same (array, wire::to_array (value.get (), wire::Ownership::exclusive));
      }
}

void
test_views ()
{
  const Array array = sample (ScalarKind::int32, { 6, 8 });
  const std::vector<Layout> layouts = { array.layout.transpose (),
                                        array.layout.slice (0, 1, 5, 2),
                                        array.layout.flip (1),
                                        array.layout.index (1, 3),
                                        array.layout.slice (1, {}, {}, -3),
                                        Layout (array.layout).index (0, 2).broadcast_to ({ 4, 8 }) };
  for (const Layout &layout : layouts)
    {
      const Array view = array.view (layout);
      const wire::Value value = travel (wire::from_array (view));
      assert_same (view, wire::to_array (value.get (), wire::Ownership::shared));
    }
}

void
test_parts ()
{
  const Array array = sample (ScalarKind::float64, { 5, 7 });
  for (size_t part_size : { 1, 8, 12, 279, 280, 281 })
    {
      const wire::Value value = wire::from_array (array, part_size);
      const size_t n_parts = (array.n_bytes () + part_size - 1) / part_size;
      g_assert_cmpuint (message_pack_value_get_length (value.get ()), ==, 1 + n_parts);
      assert_same (array, wire::to_array (travel (value).get (), wire::Ownership::shared));
    }
}

void
test_no_copy ()
{
  Array array = sample (ScalarKind::float64, { 100 });
  const std::weak_ptr<Buffer> buffer = array.buffer;
  const std::byte *data = array.data ();
  wire::Value value = wire::from_array (array);
  Array again = wire::to_array (value.get (), wire::Ownership::shared);
  g_assert_true (again.data () == data);
  g_assert_false (again.buffer->writable ());
  g_assert_true (wire::to_array (value.get (), wire::Ownership::exclusive).buffer->writable ());
  array = {};
  value.reset ();
  g_assert_false (buffer.expired ());
  again = {};
  g_assert_true (buffer.expired ());
}

// [ext (1, [version, type, order, shape]), bins…]
wire::Value
make_message (wire::Value header, const std::vector<std::string> &bins)
{
  std::vector<wire::Value> members;
  members.push_back (wire::extension (wire::array_extension, wire::pack (header.get ())));
  for (const std::string &bin : bins)
    members.push_back (wire::bytes (g_bytes_new (bin.data (), bin.size ())));
  return wire::list (members);
}

wire::Value
make_header (int64_t version, const char *type, const char *order, const std::vector<int64_t> &shape)
{
  std::vector<wire::Value> lengths, members;
  for (int64_t length : shape)
    lengths.push_back (wire::integer (length));
  members.push_back (wire::integer (version));
  members.push_back (wire::text (type));
  members.push_back (wire::text (order));
  members.push_back (wire::list (lengths));
  return wire::list (members);
}

void
test_big_endian ()
{
  const wire::Value i32 =
    make_message (make_header (1, "int32", ">", { 2 }), { std::string ("\0\0\1\2\377\377\377\376", 8) });
  const Array a = wire::to_array (i32.get (), wire::Ownership::shared);
  g_assert_cmpint (a.as<int32_t> ()[0], ==, 258);
  g_assert_cmpint (a.as<int32_t> ()[1], ==, -2);

  const wire::Value c64 = make_message (make_header (1, "complex64", ">", {}),
                                        { std::string ("\100\0\0\0", 4), std::string ("\277\200\0\0", 4) });
  const Array c = wire::to_array (c64.get (), wire::Ownership::shared);
  g_assert_true (*c.as<complex64> () == complex64 (2, -1));

  const wire::Value text = make_message (make_header (1, "S3", ">", { 2 }), { "abcdef" });
  assert_same (
    wire::to_array (text.get (), wire::Ownership::shared),
    wire::to_array (make_message (make_header (1, "S3", "<", { 2 }), { "abcdef" }).get (), wire::Ownership::shared));
}

// A part that does not begin where an element may is copied.
void
test_misaligned ()
{
  const std::string bytes ("x\1\0\0\0\0\0\0\0", 9);
  g_autoptr (GBytes) whole = g_bytes_new (bytes.data (), bytes.size ());
  std::vector<wire::Value> members;
  members.push_back (wire::extension (wire::array_extension, wire::pack (make_header (1, "int64", "<", { 1 }).get ())));
  members.push_back (wire::bytes (g_bytes_new_from_bytes (whole, 1, 8)));
  const Array array = wire::to_array (wire::list (members).get (), wire::Ownership::shared);
  g_assert_true (is_aligned (array));
  g_assert_cmpint (*array.as<int64_t> (), ==, 1);
}

template <typename F>
void
assert_fails (ErrorCode code, const char *part_of_message, F &&f)
{
  try
    {
      f ();
    }
  catch (const Error &e)
    {
      if (e.code () != code || !strstr (e.what (), part_of_message))
        g_error ("expected error %d with “%s”, got %d: %s", static_cast<int> (code), part_of_message,
                 static_cast<int> (e.code ()), e.what ());
      return;
    }
  g_error ("expected error %d with “%s”, got none", static_cast<int> (code), part_of_message);
}

void
assert_refused (const wire::Value &value, ErrorCode code, const char *part_of_message)
{
  assert_fails (code, part_of_message, [&] { wire::to_array (value.get (), wire::Ownership::shared); });
}

void
test_hostile_headers ()
{
  const auto refused = [] (wire::Value header, const std::vector<std::string> &bins, ErrorCode code, const char *text) {
    assert_refused (make_message (std::move (header), bins), code, text);
  };
  const std::string eight (8, '\0');
  refused (make_header (2, "int8", "<", { 8 }), { eight }, ErrorCode::format, "version 2");
  refused (make_header (1, "int9", "<", { 8 }), { eight }, ErrorCode::type, "int9");
  refused (make_header (1, "record8", "<", { 1 }), { eight }, ErrorCode::type, "record8");
  refused (make_header (1, "S0", "<", { 8 }), { eight }, ErrorCode::type, "S0");
  refused (make_header (1, "S99999999999999999999", "<", { 8 }), { eight }, ErrorCode::type, "S9999");
  refused (make_header (1, "int8", "=", { 8 }), { eight }, ErrorCode::format, "“=”");
  refused (make_header (1, "int8", "<", { -1 }), {}, ErrorCode::shape, "negative");
  refused (make_header (1, "int8", "<", { 1 << 30, 1 << 30, 1 << 30 }), {}, ErrorCode::shape, "counted");
  refused (make_header (1, "complex128", "<", { INT64_MAX / 8 }), {}, ErrorCode::shape, "counted");
  refused (make_header (1, "S1000000000", "<", { INT64_MAX / 2 }), {}, ErrorCode::shape, "counted");
  refused (make_header (1, "int8", "<", std::vector<int64_t> (33, 1)), { "x" }, ErrorCode::shape, "33");
  // What is announced is never allocated before it is there.
  refused (make_header (1, "float64", "<", { 1LL << 50 }), { eight }, ErrorCode::format, "but 8 came");
  refused (make_header (1, "int8", "<", { 7 }), { eight }, ErrorCode::format, "but 8 came");
  refused (make_header (1, "int8", "<", { 9 }), { eight }, ErrorCode::format, "9 bytes");
  refused (make_header (1, "int8", "<", {}), {}, ErrorCode::format, "but 0 came");
  refused (make_header (1, "bool", "<", { 2 }), { std::string ("\1\2", 2) }, ErrorCode::format, "byte 1");
  refused (wire::nil (), { eight }, ErrorCode::format, "nil");
  refused (wire::list ({}), { eight }, ErrorCode::format, "a list of 0");
}

void
test_hostile_values ()
{
  std::vector<wire::Value> members;
  members.push_back (wire::extension (wire::array_extension, g_bytes_new ("\xc1\xff", 2)));
  assert_refused (wire::list (members), ErrorCode::format, "no MessagePack");

  members.clear ();
  members.push_back (wire::extension (wire::array_extension, wire::pack (make_header (1, "int8", "<", { 1 }).get ())));
  members.push_back (wire::text ("x"));
  assert_refused (wire::list (members), ErrorCode::format, "part 1 of an array is a string");

  assert_refused (wire::integer (3), ErrorCode::format, "an integer");
  assert_refused (wire::list ({}), ErrorCode::format, "a list of 0");

  members.clear ();
  members.push_back (wire::text ("1"));
  members.push_back (wire::integer (1));
  members.push_back (wire::real (1.5));
  members.push_back (wire::boolean (true));
  assert_refused (make_message (wire::list (members), {}), ErrorCode::type, "a string");
}

void
test_record ()
{
  const Array array = Array::zeros (ScalarType::record (4711, 24), { 2 });
  assert_fails (ErrorCode::type, "record24", [&] { wire::from_array (array); });
  assert_fails (ErrorCode::type, "record24", [&] { wire::to_plain (array); });
}

wire::Value
parse (const char *packed, size_t size)
{
  g_autoptr (GError) error = nullptr;
  g_autoptr (GBytes) bytes = g_bytes_new_static (packed, size);
  wire::Value value (message_pack_value_unpack (bytes, &error));
  g_assert_no_error (error);
  return value;
}

#define PARSE(literal) parse (literal, sizeof literal - 1)

void
test_plain_types ()
{
  // Interned, because g_assert_cmpstr () looks at its arguments after the temporaries in them are gone.
  const auto type_of = [] (const wire::Value &value) {
    return g_intern_string (wire::to_array_from_plain (value.get ()).type.name ().c_str ());
  };
  g_assert_cmpstr (type_of (PARSE ("\x93\x01\x02\xff")), ==, "int64");
  g_assert_cmpstr (type_of (PARSE ("\x92\x01\xcb\x3f\xf0\0\0\0\0\0\0")), ==, "float64");
  g_assert_cmpstr (type_of (PARSE ("\x92\xc2\xc3")), ==, "bool");
  g_assert_cmpstr (type_of (PARSE ("\x92\xc2\x05")), ==, "int64");
  g_assert_cmpstr (type_of (PARSE ("\x92\x01\xcf\xff\xff\xff\xff\xff\xff\xff\xff")), ==, "uint64");
  g_assert_cmpstr (type_of (PARSE ("\x92\xff\xcf\xff\xff\xff\xff\xff\xff\xff\xff")), ==, "float64");
  g_assert_cmpstr (type_of (PARSE ("\x90")), ==, "float64");
  g_assert_cmpstr (type_of (PARSE ("\x05")), ==, "int64");
  g_assert_cmpint (wire::to_array_from_plain (PARSE ("\x05").get ()).rank (), ==, 0);
  g_assert_true (wire::to_array_from_plain (PARSE ("\x92\x90\x90").get ()).shape () == Dims ({ 2, 0 }));
}

void
test_plain_round_trip ()
{
  for (ScalarType type :
       { ScalarType (ScalarKind::boolean), ScalarType (ScalarKind::int64), ScalarType (ScalarKind::float64) })
    for (const Dims &shape : { Dims {}, Dims { 3 }, Dims { 2, 3 }, Dims { 2, 1, 4 } })
      {
        const Array array = cast_to (sample (type.is_boolean () ? type : ScalarType (ScalarKind::int8), shape), type);
        const wire::Value value = travel (wire::to_plain (array));
        g_assert_true (wire::is_plain (value.get ()));
        assert_same (array, wire::to_array_from_plain (value.get ()));
      }
  const Array view = sample (ScalarKind::int16, { 4, 6 });
  const Array flipped = view.view (view.layout.transpose ().flip (0));
  assert_same (cast_to (flipped, ScalarKind::int64), wire::to_array_from_plain (wire::to_plain (flipped).get ()));
}

void
test_plain_forms ()
{
  const Array complex = Array::scalar (complex64 (1, -2));
  g_autofree char *pair = message_pack_value_to_string (wire::to_plain (complex).get ());
  g_assert_cmpstr (pair, ==, "[1.0, -2.0]");

  const Array strings = Array::zeros (ScalarType::string (3), { 2 });
  std::memcpy (strings.data (), "ab\0\377\376", 5);
  const wire::Value plain = wire::to_plain (strings);
  g_assert_true (wire::is_kind (message_pack_value_get_element (plain.get (), 0), MESSAGE_PACK_KIND_STRING));
  g_assert_true (wire::is_kind (message_pack_value_get_element (plain.get (), 1), MESSAGE_PACK_KIND_BINARY));

  // A shape of a few bytes that would be as many empty lists.
  const Array hollow = Array::empty (ScalarKind::int8, { 1LL << 40, 0 });
  assert_fails (ErrorCode::shape, "too large", [&] { wire::to_plain (hollow); });
}

void
test_ragged ()
{
  const auto refused = [] (const wire::Value &value, ErrorCode code, const char *text) {
    assert_fails (code, text, [&] { wire::to_array_from_plain (value.get ()); });
  };
  refused (PARSE ("\x92\x92\x01\x02\x93\x01\x02\x03"), ErrorCode::shape,
           "at depth 1 there is a list of 3 beside one of 2");
  refused (PARSE ("\x92\x91\x01\x02"), ErrorCode::shape, "at depth 1 there is an integer beside a list of 1");
  refused (PARSE ("\x92\x01\x91\x02"), ErrorCode::shape, "at depth 1 there is a list of 1 beside numbers");
  refused (PARSE ("\x92\x90\x91\x02"), ErrorCode::shape, "depth 1");
  refused (PARSE ("\x92\x01\xa1x"), ErrorCode::type, "a string");
  refused (PARSE ("\x91\xc0"), ErrorCode::type, "nil");
  const std::string deep = std::string (33, '\x91') + "\x01";
  refused (parse (deep.data (), deep.size ()), ErrorCode::shape, "deeper than 32");
}

} // namespace

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, nullptr);
  g_test_add_func ("/rpc/array-wire/round-trip", test_round_trip);
  g_test_add_func ("/rpc/array-wire/views", test_views);
  g_test_add_func ("/rpc/array-wire/parts", test_parts);
  g_test_add_func ("/rpc/array-wire/no-copy", test_no_copy);
  g_test_add_func ("/rpc/array-wire/big-endian", test_big_endian);
  g_test_add_func ("/rpc/array-wire/misaligned", test_misaligned);
  g_test_add_func ("/rpc/array-wire/hostile-headers", test_hostile_headers);
  g_test_add_func ("/rpc/array-wire/hostile-values", test_hostile_values);
  g_test_add_func ("/rpc/array-wire/record", test_record);
  g_test_add_func ("/rpc/plain-wire/types", test_plain_types);
  g_test_add_func ("/rpc/plain-wire/round-trip", test_plain_round_trip);
  g_test_add_func ("/rpc/plain-wire/forms", test_plain_forms);
  g_test_add_func ("/rpc/plain-wire/ragged", test_ragged);
  return g_test_run ();
}
