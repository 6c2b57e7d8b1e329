//! A bundle that was built anew has files with new names, which only a new look into its folder finds.

fn main() {
    for folder in ["../app-ui/dist", "../messenger-ui/dist", "../content/demo"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
