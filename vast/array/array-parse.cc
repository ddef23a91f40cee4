// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Arrays from text: "3.5", "[1, 2, 3]", "[[1, 2], [3, 4]]", "[true, false]", "1+2j".

#include "array/vast-array-private.hh"

#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace vast {

namespace {

// Reads nested lists of numbers without recursion: the depth is the number of brackets that are open.
class Parser {
public:
  explicit Parser (std::string_view text) : text_ (text) {}

  Array run ();

private:
  [[noreturn]] void malformed (const char *what) const;
  void skip_blanks ();
  bool take (char c);
  void open ();
  void close ();
  void element ();
  bool another ();
  bool word (std::string_view name);
  double real_number ();
  Array assemble () const;

  std::string_view text_;
  size_t at_ = 0;
  std::vector<int64_t> counts_; // of the list open at each depth
  std::vector<int64_t> lengths_; // of the lists at each depth, once one was closed
  int leaf_depth_ = -1;
  std::vector<complex128> numbers_;
  std::vector<int64_t> integers_; // the same exactly, while all are integers
  bool any_complex_ = false, any_real_ = false, any_integer_ = false, any_boolean_ = false;
};

void
Parser::malformed (const char *what) const
{
  const std::string shown (text_.substr (0, 60));
  fail (ErrorCode::format, "“%s%s” is no array: %s at character %zu", shown.c_str (), text_.size () > 60 ? "…" : "", what,
        at_ + 1);
}

void
Parser::skip_blanks ()
{
  while (at_ < text_.size () && g_ascii_isspace (text_[at_]))
    at_++;
}

bool
Parser::take (char c)
{
  skip_blanks ();
  if (at_ < text_.size () && text_[at_] == c)
    {
      at_++;
      return true;
    }
  return false;
}

void
Parser::open ()
{
  counts_.push_back (0);
  if (counts_.size () > static_cast<size_t> (max_rank))
    malformed ("too many brackets");
  if (lengths_.size () < counts_.size ())
    lengths_.push_back (-1);
}

void
Parser::close ()
{
  const size_t depth = counts_.size () - 1;
  if (lengths_[depth] >= 0 && lengths_[depth] != counts_[depth])
    malformed ("a list of another length than its neighbours");
  lengths_[depth] = counts_[depth];
  counts_.pop_back ();
}

bool
Parser::word (std::string_view name)
{
  if (text_.substr (at_, name.size ()) != name)
    return false;
  at_ += name.size ();
  return true;
}

double
Parser::real_number ()
{
  if (at_ < text_.size () && text_[at_] == '+')
    at_++;
  double number = 0;
  const auto [end, error] = std::from_chars (text_.data () + at_, text_.data () + text_.size (), number);
  if (error == std::errc::invalid_argument)
    malformed ("no number");
  // Out of range is read again for the infinity or zero that strtod gives.
  if (error == std::errc::result_out_of_range)
    number = g_ascii_strtod (std::string (text_.substr (at_)).c_str (), nullptr);
  at_ = static_cast<size_t> (end - text_.data ());
  return number;
}

void
Parser::element ()
{
  skip_blanks ();
  const int depth = static_cast<int> (counts_.size ());
  if (leaf_depth_ >= 0 && leaf_depth_ != depth)
    malformed ("numbers at different depths");
  leaf_depth_ = depth;

  if (word ("true") || word ("True"))
    {
      any_boolean_ = true;
      numbers_.push_back (1);
      return integers_.push_back (1);
    }
  if (word ("false") || word ("False"))
    {
      any_boolean_ = true;
      numbers_.push_back (0);
      return integers_.push_back (0);
    }
  const size_t begin = at_;
  double real = real_number (), imag = 0;
  const std::string_view token = text_.substr (begin, at_ - begin);
  if (at_ < text_.size () && text_[at_] == 'j')
    {
      imag = std::exchange (real, 0);
      at_++;
      any_complex_ = true;
    }
  else if (at_ < text_.size () && (text_[at_] == '+' || text_[at_] == '-'))
    {
      imag = real_number ();
      any_complex_ = true;
      if (!take ('j'))
        malformed ("an imaginary part without j");
    }
  numbers_.emplace_back (real, imag);

  int64_t integer = 0;
  const std::string_view digits = token.starts_with ('+') ? token.substr (1) : token;
  const auto [end, error] = std::from_chars (digits.data (), digits.data () + digits.size (), integer);
  if (error == std::errc {} && end == digits.data () + digits.size ())
    any_integer_ = true;
  else
    any_real_ = true;
  integers_.push_back (integer);
}

Array
Parser::assemble () const
{
  const Dims shape { std::span (lengths_) };
  const bool only_booleans = any_boolean_ && !any_integer_ && !any_real_ && !any_complex_;
  const bool only_integers = any_integer_ && !any_real_ && !any_complex_ && !any_boolean_;
  if (any_boolean_ && !only_booleans)
    fail (ErrorCode::format, "an array cannot hold both booleans and numbers");
  const ScalarKind kind = only_booleans   ? ScalarKind::boolean
                          : only_integers ? ScalarKind::int64
                          : any_complex_  ? ScalarKind::complex128
                                          : ScalarKind::float64;
  Array array = Array::empty (kind, shape);
  for (size_t i = 0; i < numbers_.size (); i++)
    switch (kind)
      {
      case ScalarKind::boolean: array.as<bool> ()[i] = integers_[i] != 0; break;
      case ScalarKind::int64: array.as<int64_t> ()[i] = integers_[i]; break;
      case ScalarKind::complex128: array.as<complex128> ()[i] = numbers_[i]; break;
      default: array.as<double> ()[i] = numbers_[i].real ();
      }
  return array;
}

// Behind a value: counts it and closes the lists that end here. Tells whether a comma announces another value.
bool
Parser::another ()
{
  while (!counts_.empty ())
    {
      counts_.back ()++;
      if (take (','))
        return true;
      if (!take (']'))
        malformed ("a comma or bracket is missing");
      close ();
    }
  return false;
}

Array
Parser::run ()
{
  do
    {
      bool empty_list = false;
      while (!empty_list && take ('['))
        {
          open ();
          empty_list = take (']');
        }
      if (empty_list)
        close ();
      else
        element ();
    }
  while (another ());

  skip_blanks ();
  if (at_ != text_.size ())
    malformed ("more behind the end");
  // An empty list has a depth, too: "[[], 1]".
  if (leaf_depth_ >= 0 && leaf_depth_ != static_cast<int> (lengths_.size ()))
    malformed ("numbers at different depths");
  return assemble ();
}

} // namespace

} // namespace vast

/**
 * vast_array_new_parse:
 * @text: a number, or nested lists of numbers in brackets
 * @error: return location for a #GError
 *
 * Makes an array from text such as `3.5`, `[1, 2, 3]`, `[[1, 2], [3, 4]]`, `[true, false]` or `1+2j`. It is of type
 * `int64` if all numbers are integers that fit, `complex128` if any is complex, `bool` for booleans, and `float64`
 * otherwise.
 *
 * Errors: %VAST_ERROR_FORMAT telling what is wrong at which character.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != nullptr, nullptr);
  return vast::guard (error, [&] { return vast::array_to_gobject (vast::Parser (text).run ()); });
}
