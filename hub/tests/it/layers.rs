//! The modules of the hub form the layers of the table in `src/lib.rs`.

use test_kit::layers::Layers;

fn layers() -> Layers {
    Layers::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

#[test]
fn table_of_layers_names_every_module_once() {
    layers().assert_table_is_complete();
}

#[test]
fn modules_use_only_lower_layers() {
    layers().assert_no_upward_use();
}

#[test]
fn modules_form_no_circle() {
    layers().assert_no_circle();
}
