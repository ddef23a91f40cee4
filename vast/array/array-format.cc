// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The text of an array, as NumPy's str () gives it with its default print options. The rules restated here are those
// of numpy/core/arrayprint.py: at most 8 digits after the point, exponents if the numbers spread widely, columns of one
// width, lines of 75 characters, and the middle left out of arrays with more than 1000 elements.

#include "array/vast-array-private.hh"

#include <charconv>
#include <cmath>
#include <functional>
#include <cstring>
#include <limits>
#include <vector>

namespace vast {

namespace {

constexpr int64_t summary_threshold = 1000;
constexpr int64_t edge_items = 3;
constexpr size_t line_width = 75;
constexpr int precision = 8;

using ElementFormat = std::function<std::string (const std::byte *)>;

template <typename T>
std::string
digits_of (T number, std::chars_format format)
{
  char text[512]; // the longest is -DBL_MAX without an exponent, 310 characters
  return { text, std::to_chars (text, text + sizeof text, number, format).ptr };
}

template <typename T>
std::string
digits_of (T number, std::chars_format format, int places)
{
  char text[512];
  return { text, std::to_chars (text, text + sizeof text, number, format, places).ptr };
}

// A number split at its point; both parts are padded when a column is aligned.
struct Digits {
  std::string whole, fraction, exponent; // the exponent with its sign
};

Digits
split (const std::string &text)
{
  const size_t end = std::min (text.find ('e'), text.size ());
  const size_t point = std::min (text.find ('.'), end);
  return { text.substr (0, point), point < end ? text.substr (point + 1, end - point - 1) : "",
           end < text.size () ? text.substr (end + 1) : "" };
}

// The digits that tell a number from its neighbours, but no more than fit behind the point.
template <typename T>
Digits
short_digits (T number, std::chars_format format)
{
  Digits d = split (digits_of (number, format));
  if (d.fraction.size () > precision)
    d = split (digits_of (number, format, precision));
  d.fraction.resize (d.fraction.find_last_not_of ('0') + 1);
  return d;
}

// One column of floating numbers: how wide, and whether with exponents, is known from all that will be shown.
template <typename T>
class FloatColumn {
public:
  // An imaginary part shows its sign even if it is positive.
  explicit FloatColumn (bool always_sign = false) : always_sign_ (always_sign) {}

  void see (T number) { seen_.push_back (number); }
  void decide ();
  std::string format (T number) const;

private:
  bool needs_exponents () const;
  std::string sign_of (T number) const { return always_sign_ && !std::signbit (number) ? "+" : ""; }
  std::string special (T number) const;
  size_t width_behind_point () const { return fraction_ + (exponents_ ? exponent_ + 2 : 0); }

  const bool always_sign_;
  bool exponents_ = false;
  std::vector<T> seen_;
  size_t whole_ = 0, fraction_ = 0, exponent_ = 0; // the exponent's digits
};

template <typename T>
bool
FloatColumn<T>::needs_exponents () const
{
  T smallest = std::numeric_limits<T>::infinity (), largest = 0;
  for (T number : seen_)
    if (const T magnitude = std::abs (number); std::isfinite (number) && magnitude > 0)
      {
        smallest = std::min (smallest, magnitude);
        largest = std::max (largest, magnitude);
      }
  // The quotient is NumPy's, of the column's own precision.
  return largest > 0 && (largest >= T (1e8) || static_cast<double> (smallest) < 1e-4 || largest / smallest > T (1000));
}

template <typename T>
void
FloatColumn<T>::decide ()
{
  exponents_ = needs_exponents ();
  size_t specials = 0;
  for (T number : seen_)
    if (std::isfinite (number))
      {
        const Digits d = short_digits (number, exponents_ ? std::chars_format::scientific : std::chars_format::fixed);
        whole_ = std::max (whole_, sign_of (number).size () + d.whole.size ());
        fraction_ = std::max (fraction_, d.fraction.size ());
        exponent_ = std::max (exponent_, d.exponent.empty () ? 0 : d.exponent.size () - 1);
      }
    else
      specials = std::max<size_t> (specials, number < 0 || always_sign_ ? 4 : 3);
  seen_.clear ();
  if (specials > width_behind_point () + 1)
    whole_ = std::max (whole_, specials - width_behind_point () - 1);
}

template <typename T>
std::string
FloatColumn<T>::special (T number) const
{
  // A NaN has no sign of its own.
  const std::string text
    = std::isnan (number) ? sign_of (T (1)) + "nan" : sign_of (number) + (number < 0 ? "-inf" : "inf");
  const size_t width = whole_ + 1 + width_behind_point ();
  return std::string (width > text.size () ? width - text.size () : 0, ' ') + text;
}

template <typename T>
std::string
FloatColumn<T>::format (T number) const
{
  if (!std::isfinite (number))
    return special (number);
  // With an exponent all have as many digits, exact ones if need be; without one the column is filled up with blanks.
  Digits d = exponents_ ? split (digits_of (number, std::chars_format::scientific, static_cast<int> (fraction_)))
                        : short_digits (number, std::chars_format::fixed);
  if (exponents_)
    {
      d.exponent.insert (1, exponent_ + 1 - d.exponent.size (), '0'); // behind its sign
      d.exponent.insert (0, "e");
    }
  d.whole = sign_of (number) + d.whole;
  d.whole.insert (0, whole_ - d.whole.size (), ' ');
  d.fraction.resize (fraction_, ' ');
  return d.whole + "." + d.fraction + d.exponent;
}

// Bytes as Python's repr () writes them.
std::string
python_bytes (std::string_view bytes)
{
  const char quote = bytes.find ('\'') != bytes.npos && bytes.find ('"') == bytes.npos ? '"' : '\'';
  std::string text = std::string ("b") + quote;
  for (char c : bytes)
    {
      static constexpr char escaped[] = "\t\n\r\\", letters[] = "tnr\\";
      if (const char *found = c != '\0' ? std::strchr (escaped, c) : nullptr)
        text += { '\\', letters[found - escaped] };
      else if (c == quote)
        text += { '\\', c };
      else if (g_ascii_isprint (c))
        text += c;
      else
        {
          char hexadecimal[5];
          g_snprintf (hexadecimal, sizeof hexadecimal, "\\x%02x", static_cast<unsigned char> (c));
          text += hexadecimal;
        }
    }
  return text + quote;
}

class Formatter {
public:
  explicit Formatter (const Array &array) : array_ (array), summary_ (array.size () > summary_threshold) {}

  std::string run ();

private:
  void each_shown (int axis, const std::byte *data, const std::function<void (const std::byte *)> &f) const;
  void choose_format ();
  template <typename T> void choose_float_format ();
  template <typename T> void choose_complex_format ();
  void choose_text_format (std::function<std::string (const std::byte *)> text);
  bool shortened (int axis) const { return summary_ && 2 * edge_items < array_.shape ()[axis]; }
  const std::byte *at (int axis, const std::byte *data, int64_t i) const;
  std::string single () const;
  template <typename T> static std::string single_complex (std::complex<T> z);
  std::string rows (int axis, const std::byte *data, const std::string &indent, size_t width) const;
  std::string line (const std::byte *data, const std::string &indent, size_t width) const;

  const Array &array_;
  const bool summary_;
  ElementFormat element_;
};

const std::byte *
Formatter::at (int axis, const std::byte *data, int64_t i) const
{
  return data + i * array_.layout.strides[axis] * static_cast<int64_t> (array_.type.size);
}

void
Formatter::each_shown (int axis, const std::byte *data, const std::function<void (const std::byte *)> &f) const
{
  if (axis == array_.rank ())
    return f (data);
  const int64_t length = array_.shape ()[axis];
  for (int64_t i = 0; i < length; i++)
    {
      if (shortened (axis) && i == edge_items)
        i = length - edge_items;
      each_shown (axis + 1, at (axis, data, i), f);
    }
}

template <typename T>
void
Formatter::choose_float_format ()
{
  auto column = std::make_shared<FloatColumn<T>> ();
  each_shown (0, array_.data (), [&] (const std::byte *e) { column->see (*reinterpret_cast<const T *> (e)); });
  column->decide ();
  element_ = [column] (const std::byte *e) { return column->format (*reinterpret_cast<const T *> (e)); };
}

template <typename T>
void
Formatter::choose_complex_format ()
{
  auto real = std::make_shared<FloatColumn<T>> ();
  auto imag = std::make_shared<FloatColumn<T>> (true);
  each_shown (0, array_.data (), [&] (const std::byte *e) {
    real->see (reinterpret_cast<const T *> (e)[0]);
    imag->see (reinterpret_cast<const T *> (e)[1]);
  });
  real->decide ();
  imag->decide ();
  element_ = [real, imag] (const std::byte *e) {
    std::string im = imag->format (reinterpret_cast<const T *> (e)[1]);
    const size_t end = im.find_last_not_of (' ') + 1;
    im.insert (end, "j");
    return real->format (reinterpret_cast<const T *> (e)[0]) + im;
  };
}

void
Formatter::choose_text_format (std::function<std::string (const std::byte *)> text)
{
  size_t width = 0;
  each_shown (0, array_.data (), [&] (const std::byte *e) { width = std::max (width, text (e).size ()); });
  element_ = [text, width] (const std::byte *e) {
    std::string s = text (e);
    s.insert (0, width - s.size (), ' ');
    return s;
  };
}

void
Formatter::choose_format ()
{
  const ScalarType type = array_.type;
  if (type.kind == ScalarKind::string)
    {
      // These alone are not aligned.
      element_ = [size = type.size] (const std::byte *e) {
        const std::string_view padded (reinterpret_cast<const char *> (e), size);
        return python_bytes (padded.substr (0, padded.find_last_not_of ('\0') + 1));
      };
      return;
    }
  if (type.kind == ScalarKind::record)
    return choose_text_format (
      [name = std::string (g_type_name (type.tag))] (const std::byte *) { return "<" + name + ">"; });
  visit_kind (type.kind, [&]<typename T> (TypeTag<T>) {
    if constexpr (std::is_same_v<T, bool>)
      element_ = [] (const std::byte *e) { return *reinterpret_cast<const uint8_t *> (e) ? " True" : "False"; };
    else if constexpr (std::is_floating_point_v<T>)
      choose_float_format<T> ();
    else if constexpr (std::is_integral_v<T>)
      choose_text_format ([] (const std::byte *e) { return std::to_string (*reinterpret_cast<const T *> (e)); });
    else
      choose_complex_format<typename T::value_type> ();
  });
}

// The last axis: words in lines that are broken before the width is over.
std::string
Formatter::line (const std::byte *data, const std::string &indent, size_t width) const
{
  const int axis = array_.rank () - 1;
  const int64_t length = array_.shape ()[axis];
  std::string done, current = indent;
  const auto add = [&] (const std::string &word) {
    if (current.size () + word.size () > width && current.size () > indent.size ())
      {
        done += current.substr (0, current.find_last_not_of (' ') + 1) + "\n";
        current = indent;
      }
    current += word;
  };
  for (int64_t i = 0; i < length; i++)
    {
      if (shortened (axis) && i == edge_items)
        {
          add ("...");
          current += " ";
          i = length - edge_items;
        }
      add (element_ (at (axis, data, i)));
      if (i + 1 < length)
        current += " ";
    }
  return done + current;
}

std::string
Formatter::rows (int axis, const std::byte *data, const std::string &indent, size_t width) const
{
  const int64_t length = array_.shape ()[axis];
  const int axes_left = array_.rank () - axis;
  std::string text;
  if (axes_left == 1)
    text = line (data, indent, width - 1);
  else
    for (int64_t i = 0; i < length; i++)
      {
        const std::string gap (static_cast<size_t> (axes_left - 1), '\n');
        if (shortened (axis) && i == edge_items)
          {
            text += indent + "..." + gap;
            i = length - edge_items;
          }
        text += indent + rows (axis + 1, at (axis, data, i), indent + " ", width - 1);
        if (i + 1 < length)
          text += gap;
      }
  return "[" + text.substr (indent.size ()) + "]";
}

// The shortest digits without an exponent. Those of a large integer end with zeros where the exact ones say no more.
template <typename T>
std::string
short_fixed (T number)
{
  if (std::abs (number) < std::ldexp (T (1), std::numeric_limits<T>::digits))
    return digits_of (number, std::chars_format::fixed);
  std::string text = digits_of (number, std::chars_format::scientific);
  const size_t e = text.find ('e');
  const size_t exponent = static_cast<size_t> (std::atoi (text.c_str () + e + 1));
  text.resize (e);
  std::erase (text, '.');
  text.resize (exponent + 1 + (number < 0), '0');
  return text;
}

// A number as Python's repr () writes it: all digits that tell it from its neighbours.
template <typename T>
std::string
python_number (T number, bool always_point)
{
  if (!std::isfinite (number))
    return std::isnan (number) ? "nan" : number < 0 ? "-inf" : "inf";
  const T magnitude = std::abs (number);
  const bool exponent = magnitude != 0 && (static_cast<double> (magnitude) < 1e-4 || magnitude >= T (1e16));
  std::string text = exponent ? digits_of (number, std::chars_format::scientific) : short_fixed (number);
  if (always_point && text.find_first_of (".e") == std::string::npos)
    text += ".0";
  return text;
}

template <typename T>
std::string
Formatter::single_complex (std::complex<T> z)
{
  const std::string imag = python_number (z.imag (), false) + "j";
  if (z.real () == 0 && !std::signbit (z.real ()))
    return imag;
  const bool has_sign = std::signbit (z.imag ()) && !std::isnan (z.imag ());
  return "(" + python_number (z.real (), false) + (has_sign ? "" : "+") + imag + ")";
}

// Rank 0 stands alone: there is no column to align.
std::string
Formatter::single () const
{
  switch (array_.type.kind)
    {
    case ScalarKind::float32: return python_number (*array_.as<float> (), true);
    case ScalarKind::float64: return python_number (*array_.as<double> (), true);
    case ScalarKind::complex64: return single_complex (*array_.as<complex64> ());
    case ScalarKind::complex128: return single_complex (*array_.as<complex128> ());
    default: break;
    }
  Formatter copy (array_);
  copy.choose_format ();
  const std::string text = copy.element_ (array_.data ());
  return text.substr (text.find_first_not_of (' '));
}

std::string
Formatter::run ()
{
  if (array_.size () == 0)
    return "[]";
  if (array_.rank () == 0)
    return single ();
  choose_format ();
  return rows (0, array_.data (), " ", line_width);
}

} // namespace

std::string
format_array (const Array &array)
{
  return Formatter (array).run ();
}

} // namespace vast

/**
 * vast_array_to_string:
 * @self: an array
 *
 * Describes the elements as NumPy prints them; the middle of arrays with more than 1000 elements is left out.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
vast_array_to_string (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return vast::guard (nullptr, [&] { return g_strdup (vast::format_array (*self->impl).c_str ()); });
}
