// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/npy-format.hh"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstring>

namespace vast {

namespace {

constexpr char magic[] = { '\x93', 'N', 'U', 'M', 'P', 'Y' };
constexpr size_t preamble_v1 = sizeof magic + 2 + 2;
constexpr size_t preamble_v2 = sizeof magic + 2 + 4;
constexpr size_t data_alignment = 64;
constexpr char native_order = std::endian::native == std::endian::little ? '<' : '>';

// The dictionary that a head is: Python literals, of which just strings, booleans and tuples of integers occur.
class DictParser {
public:
  explicit DictParser (std::string_view text) : text_ (text) {}

  void run (NpyHeader &header);

private:
  [[noreturn]] void malformed (const char *what) const;
  void skip_blanks ();
  bool take (char c);
  void expect (char c);
  std::string string ();
  bool boolean ();
  Dims tuple ();
  void type_string (NpyHeader &header);

  std::string_view text_;
  size_t at_ = 0;
};

void
DictParser::malformed (const char *what) const
{
  std::string shown (text_.substr (0, 100));
  std::ranges::replace_if (shown, [] (unsigned char c) { return c < ' ' || c > '~'; }, '?');
  fail (ErrorCode::format, "malformed npy head “%s”: %s at character %zu", shown.c_str (), what, at_ + 1);
}

void
DictParser::skip_blanks ()
{
  while (at_ < text_.size () && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
    at_++;
}

bool
DictParser::take (char c)
{
  skip_blanks ();
  if (at_ >= text_.size () || text_[at_] != c)
    return false;
  at_++;
  return true;
}

void
DictParser::expect (char c)
{
  const char what[] = { '\'', c, '\'', ' ', 'm', 'i', 's', 's', 'i', 'n', 'g', '\0' };
  if (!take (c))
    malformed (what);
}

std::string
DictParser::string ()
{
  skip_blanks ();
  const char quote = at_ < text_.size () ? text_[at_] : '\0';
  if (quote != '\'' && quote != '"')
    malformed ("a string is missing");
  const size_t begin = ++at_;
  const size_t end = text_.find (quote, begin);
  if (end == std::string_view::npos)
    malformed ("a string does not end");
  at_ = end + 1;
  return std::string (text_.substr (begin, end - begin));
}

bool
DictParser::boolean ()
{
  skip_blanks ();
  for (const bool value : { true, false })
    {
      const std::string_view name = value ? "True" : "False";
      if (text_.substr (at_).starts_with (name))
        {
          at_ += name.size ();
          return value;
        }
    }
  malformed ("True or False is missing");
}

Dims
DictParser::tuple ()
{
  Dims result;
  expect ('(');
  while (!take (')'))
    {
      skip_blanks ();
      int64_t length = 0;
      const auto [end, error] = std::from_chars (text_.data () + at_, text_.data () + text_.size (), length);
      if (error != std::errc {} || length < 0)
        malformed ("a length is missing or out of range");
      at_ = static_cast<size_t> (end - text_.data ());
      take ('L'); // as Python 2 wrote long integers
      result.push_back (length);
      if (!take (','))
        {
          expect (')');
          break;
        }
    }
  return result;
}

ScalarType
numeric_type (char kind, size_t size, const std::string &descr)
{
  const std::string bits = std::to_string (size * 8);
  switch (kind)
    {
    case 'b': return size == 1 ? ScalarType (ScalarKind::boolean) : ScalarType::from_name ("bool" + bits);
    case 'i': return ScalarType::from_name ("int" + bits);
    case 'u': return ScalarType::from_name ("uint" + bits);
    case 'f': return ScalarType::from_name ("float" + bits);
    case 'c': return ScalarType::from_name ("complex" + bits);
    default: fail (ErrorCode::not_supported, "npy elements of type “%s” are not supported", descr.c_str ());
    }
}

void
DictParser::type_string (NpyHeader &header)
{
  skip_blanks ();
  if (at_ < text_.size () && text_[at_] == '[')
    fail (ErrorCode::not_supported, "npy elements that are structures are not supported");
  const std::string descr = string ();
  const size_t shift = !descr.empty () && std::strchr ("<>|=", descr[0]) ? 1 : 0;
  if (descr.size () > shift && std::strchr ("mM", descr[shift]))
    fail (ErrorCode::not_supported, "npy elements that are dates or times (“%s”) are not supported", descr.c_str ());
  const char kind = descr[std::min (shift, descr.size ())]; // that of an empty text is its end
  if (std::isalpha (static_cast<unsigned char> (kind)) && !std::strchr ("biufcS", kind))
    fail (ErrorCode::not_supported, "npy elements of type “%s” are not supported", descr.c_str ());
  size_t size = 0;
  const char *const begin = descr.data () + std::min (shift + 1, descr.size ());
  const auto [end, error] = std::from_chars (begin, descr.data () + descr.size (), size);
  if (descr.size () < shift + 2 || error != std::errc {} || end != descr.data () + descr.size () || size > (1u << 30))
    malformed ("no type name in descr");

  if (kind == 'S')
    header.type = ScalarType::string (std::max<size_t> (size, 1));
  else
    try
      {
        header.type = numeric_type (kind, size, descr);
      }
    catch (const Error &)
      {
        fail (ErrorCode::not_supported, "npy elements of type “%s” are not supported", descr.c_str ());
      }
  header.swapped = shift == 1 && (descr[0] == '<' || descr[0] == '>') && descr[0] != native_order
                   && header.type.is_computable () && header.type.real ().size > 1;
}

void
DictParser::run (NpyHeader &header)
{
  bool has_descr = false, has_order = false, has_shape = false;
  expect ('{');
  while (!take ('}'))
    {
      const std::string key = string ();
      expect (':');
      bool &has = key == "descr" ? has_descr : key == "fortran_order" ? has_order : has_shape;
      if (has || (&has == &has_shape && key != "shape"))
        malformed ("an unknown key, or one that comes twice,");
      has = true;
      if (key == "descr")
        type_string (header);
      else if (key == "fortran_order")
        header.fortran_order = boolean ();
      else
        header.shape = tuple ();
      if (!take (','))
        {
          expect ('}');
          break;
        }
    }
  skip_blanks ();
  if (at_ != text_.size ())
    malformed ("more behind the end");
  if (!has_descr || !has_order || !has_shape)
    malformed ("descr, fortran_order or shape is missing");
}

bool
is_version_1 (std::span<const std::byte> start)
{
  return start[sizeof magic] == std::byte { 1 };
}

} // namespace

size_t
NpyHeader::n_bytes () const
{
  int64_t bytes;
  if (__builtin_mul_overflow (element_count (shape), static_cast<int64_t> (type.size), &bytes))
    fail (ErrorCode::shape, "npy shape %s has more bytes than can be counted", to_string (shape).c_str ());
  return static_cast<size_t> (bytes);
}

size_t
npy_header_length (std::span<const std::byte> start)
{
  if (start.size () < preamble_v1 || std::memcmp (start.data (), magic, sizeof magic) != 0)
    fail (ErrorCode::format, "not an npy file: it does not begin with its magic bytes");
  const unsigned version = static_cast<unsigned> (start[sizeof magic]);
  if (version < 1 || version > 3)
    fail (ErrorCode::not_supported, "npy version %u is not 1, 2 or 3", version);
  const size_t preamble = is_version_1 (start) ? preamble_v1 : preamble_v2;
  if (start.size () < preamble)
    fail (ErrorCode::format, "truncated npy head: %zu of %zu bytes", start.size (), preamble);
  size_t length = 0;
  for (size_t i = preamble; i > sizeof magic + 2; i--)
    length = length << 8 | static_cast<size_t> (start[i - 1]);
  if (length > max_npy_header)
    fail (ErrorCode::format, "an npy head of %zu bytes is over the limit of %zu", length, max_npy_header);
  return preamble + length;
}

NpyHeader
parse_npy_header (std::span<const std::byte> head)
{
  NpyHeader header;
  header.length = npy_header_length (head);
  if (head.size () < header.length)
    fail (ErrorCode::format, "truncated npy head: %zu of %zu bytes", head.size (), header.length);
  const size_t preamble = is_version_1 (head) ? preamble_v1 : preamble_v2;
  DictParser ({ reinterpret_cast<const char *> (head.data ()) + preamble, header.length - preamble }).run (header);
  header.n_bytes ();
  return header;
}

namespace {

std::string
descr_of (ScalarType type)
{
  if (type.kind == ScalarKind::record)
    fail (ErrorCode::not_supported, "records of type %s cannot be written as npy", type.name ().c_str ());
  if (type.kind == ScalarKind::string)
    return "|S" + std::to_string (type.size);
  const char kind = type.is_boolean () ? 'b' : type.is_signed () ? 'i' : type.is_unsigned () ? 'u' : type.is_floating () ? 'f' : 'c';
  const char order = type.size == 1 ? '|' : native_order;
  return std::string { order, kind } + std::to_string (type.size);
}

} // namespace

std::vector<std::byte>
make_npy_header (ScalarType type, const Dims &shape)
{
  std::string text = "{'descr': '" + descr_of (type) + "', 'fortran_order': False, 'shape': " + to_string (shape) + ", }";
  // max_rank lengths of 20 characters stay far below the 64 KiB of version 1.
  const size_t unpadded = preamble_v1 + text.size () + 1;
  text.append ((data_alignment - unpadded % data_alignment) % data_alignment, ' ');
  text += '\n';

  std::vector<std::byte> head (preamble_v1 + text.size ());
  std::memcpy (head.data (), magic, sizeof magic);
  head[sizeof magic] = std::byte { 1 };
  head[sizeof magic + 1] = std::byte { 0 };
  head[preamble_v1 - 2] = static_cast<std::byte> (text.size () & 0xff);
  head[preamble_v1 - 1] = static_cast<std::byte> (text.size () >> 8);
  std::memcpy (head.data () + preamble_v1, text.data (), text.size ());
  return head;
}

namespace {

template <typename U, U (*swap) (U)>
void
swap_all (std::byte *data, size_t n_bytes)
{
  for (size_t i = 0; i + sizeof (U) <= n_bytes; i += sizeof (U))
    {
      U value;
      std::memcpy (&value, data + i, sizeof value);
      value = swap (value);
      std::memcpy (data + i, &value, sizeof value);
    }
}

uint16_t swap16 (uint16_t v) { return __builtin_bswap16 (v); }
uint32_t swap32 (uint32_t v) { return __builtin_bswap32 (v); }
uint64_t swap64 (uint64_t v) { return __builtin_bswap64 (v); }

} // namespace

void
swap_bytes (std::byte *data, size_t n_bytes, ScalarType type)
{
  switch (type.is_computable () ? type.real ().size : 1)
    {
    case 2: return swap_all<uint16_t, swap16> (data, n_bytes);
    case 4: return swap_all<uint32_t, swap32> (data, n_bytes);
    case 8: return swap_all<uint64_t, swap64> (data, n_bytes);
    default: return;
    }
}

} // namespace vast
