/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* Arrays by the syntax that Vala has for them. */

Vast.Array counted (int64[] shape) throws Error {
    var array = new Vast.Array (typeof (double), sizeof (double), shape);
    double value = 0;
    var iterator = array.iterator ();
    while (iterator.next ())
        iterator.set_value (value++);
    return array;
}

void assert_prints (Vast.Array array, string expected) {
    assert_cmpstr (@"$array", CompareOperator.EQ, expected);
}

void test_new () {
    try {
        var array = new Vast.Array (typeof (double), sizeof (double), {10});
        assert_cmpuint ((uint) array.rank, CompareOperator.EQ, 1);
        assert_cmpint ((int) array.size, CompareOperator.EQ, 10);
        assert_cmpint ((int) array.get_shape ()[0], CompareOperator.EQ, 10);
        var named = new Vast.Array.named ("int16", {2, 3});
        assert_cmpuint ((uint) named.scalar_size, CompareOperator.EQ, 2);
        assert_true (named.scalar_type == typeof (int));
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_from_doubles () {
    double[] values = {1, 2, 3};
    var array = new Vast.Array.from_doubles (values);
    assert_cmpint ((int) array.size, CompareOperator.EQ, 3);
    assert_prints (array, "[1. 2. 3.]");
    var integers = new Vast.Array.from_ints ({int64.MIN, int64.MAX});
    assert_prints (integers, "[-9223372036854775808  9223372036854775807]");
}

void test_elements () {
    try {
        var array = counted ({2, 3});
        assert_true (array[1, 2] == 5);
        assert_true (array[-1, 0] == 3);
        int64 i = 0;
        int j = 1;
        array[i, j] = 7;
        array[1, 1] = array[1, 1] + 0.5;
        array[1, 2] = -array[1, 2];
        assert_prints (array, "[[ 0.   7.   2. ]\n [ 3.   4.5 -5. ]]");

        var line = counted ({4});
        line[2] = line[1] + line[3];
        assert_prints (line, "[0. 1. 4. 3.]");
        var cube = counted ({2, 2, 2});
        cube[1, 0, 1] = double.NAN;
        assert_true (cube[1, 0, 1].is_nan ());
        assert_true (cube[1, 1, 1] == 7);
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_bad_index () {
    var array = new Vast.Array.from_doubles ({1, 2, 3});
    int n_errors = 0;
    try {
        print ("# %g\n", array[3]);
    } catch (Vast.Error.INDEX error) {
        n_errors++;
    } catch (Error error) {
        assert_no_error (error);
    }
    try {
        // one position too many
        array[0, 0] = 7;
    } catch (Vast.Error.INDEX error) {
        n_errors++;
    } catch (Error error) {
        assert_no_error (error);
    }
    assert_cmpint (n_errors, CompareOperator.EQ, 2);
    assert_prints (array, "[1. 2. 3.]");
}

void test_foreach () {
    try {
        double sum = 0;
        foreach (double value in counted ({2, 3}).transpose (null))
            sum = sum * 10 + value;
        assert_true (sum == 31425); // 0, 3, 1, 4, 2, 5
        assert_true (4.0 in counted ({2, 3}));
        assert_false (4.5 in counted ({2, 3}));
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_slices () {
    try {
        var array = counted ({4, 2});
        var rows = array[1:3];
        assert_prints (rows, "[[2. 3.]\n [4. 5.]]");
        rows[0, 0] = 20;
        assert_true (array[1, 0] == 20);
        var columns = array.slice_axis (1, 1, 2, 1);
        assert_prints (columns, "[[1.]\n [3.]\n [5.]\n [7.]]");
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_builder () {
    try {
        var view = new Vast.ArrayBuilder (counted ({3, 4}))
            .step (0, 2)
            .slice (1, 1, 3, 1)
            .transpose (null)
            .end ();
        assert_prints (view, "[[ 1.  9.]\n [ 2. 10.]]");
        assert_true (view.get_strides ()[0] == 1);
        var iterator = view.iterator ();
        assert_true (iterator.next () && iterator.get_index ()[1] == 0);
        new Vast.ArrayBuilder (view).index (7, 0).end ();
        assert_not_reached ();
    } catch (Vast.Error.INDEX error) {
        assert_true ("7" in error.message);
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_values () {
    try {
        var array = new Vast.Array.named ("complex128", {2});
        var number = new Vast.Complex (1.5, -2);
        var value = Value (typeof (Vast.Complex));
        value.set_boxed (number);
        array.set_value ({1}, value);
        assert_prints (array, "[0. +0.j 1.5-2.j]");
        var text = new Vast.Array.named ("S4", {});
        text.set_value ({}, "vast");
        Value back;
        text.get_value ({}, out back);
        assert_cmpstr (back.get_string (), CompareOperator.EQ, "vast");
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_procedures () {
    try {
        var x = new Vast.Array.parse ("[[1, 2], [3, 4]]");
        assert_prints (Vast.add (x, x), "[[2 4]\n [6 8]]");
        assert_prints (Vast.sum (x, {0}, null, false), "[4 6]");
        assert_prints (Vast.matmul (x, x), "[[ 7 10]\n [15 22]]");
        Vast.multiply_into (x, x, x);
        assert_prints (x, "[[ 1  4]\n [ 9 16]]");

        var dictionary = new VariantDict ();
        dictionary.insert_value ("axis", new Variant.int64 (1));
        var options = dictionary.end ();
        var outputs = Vast.Procedure.find ("sum").invoke ({x}, options);
        assert_cmpint (outputs.length, CompareOperator.EQ, 1);
        assert_prints (outputs[0], "[ 5 25]");
    } catch (Error error) {
        assert_no_error (error);
    }
}

void test_memory () {
    // The array's own memory is a Vala array without a copy.
    try {
        var array = counted ({3});
        unowned double[] memory = (double[]) array.get_data ();
        memory.length = (int) array.size;
        memory[1] = 10;
        assert_prints (array, "[ 0. 10.  2.]");
        var shared = new Vast.Array.from_bytes ("float64", {3}, array.dup_bytes ());
        memory[2] = 20;
        assert_prints (shared, "[ 0. 10. 20.]");
    } catch (Error error) {
        assert_no_error (error);
    }
}

int main (string[] args) {
    Test.init (ref args);
    Test.add_func ("/vala/new", test_new);
    Test.add_func ("/vala/from-doubles", test_from_doubles);
    Test.add_func ("/vala/elements", test_elements);
    Test.add_func ("/vala/bad-index", test_bad_index);
    Test.add_func ("/vala/foreach", test_foreach);
    Test.add_func ("/vala/slices", test_slices);
    Test.add_func ("/vala/builder", test_builder);
    Test.add_func ("/vala/values", test_values);
    Test.add_func ("/vala/procedures", test_procedures);
    Test.add_func ("/vala/memory", test_memory);
    return Test.run ();
}
