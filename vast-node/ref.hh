// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <vast/vast.h>

#include <memory>
#include <utility>

namespace vast::cli {

// A reference to a GObject, counted.
template <typename T>
class Ref {
public:
  Ref () = default;
  Ref (const Ref &other) : object_ (other.object_) { retain (); }
  Ref (Ref &&other) noexcept : object_ (std::exchange (other.object_, nullptr)) {}
  Ref &operator= (Ref other) noexcept
  {
    std::swap (object_, other.object_);
    return *this;
  }
  ~Ref ()
  {
    if (object_)
      g_object_unref (object_);
  }

  // Takes over the caller's reference.
  static Ref adopt (T *object)
  {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  // Adds a reference of its own.
  static Ref share (T *object)
  {
    Ref ref = adopt (object);
    ref.retain ();
    return ref;
  }

  T *get () const { return object_; }
  operator T * () const { return object_; }
  explicit operator bool () const { return object_ != nullptr; }

private:
  void retain ()
  {
    if (object_)
      g_object_ref (object_);
  }

  T *object_ = nullptr;
};

struct FreeText {
  void operator() (char *text) const { g_free (text); }
};
using Text = std::unique_ptr<char, FreeText>;

struct FreeTexts {
  void operator() (char **texts) const { g_strfreev (texts); }
};
using Texts = std::unique_ptr<char *, FreeTexts>;

struct UnrefVariant {
  void operator() (GVariant *value) const { g_variant_unref (value); }
};
using Variant = std::unique_ptr<GVariant, UnrefVariant>;

} // namespace vast::cli
