//! A bundle that was built anew has files with new names, which only a new look into its folder finds.

fn main() {
    for folder in ["../app-ui/dist", "../messenger-ui/dist"] {
        // A build that found no folder would never serve from it, not even when it is filled later. Where nothing may be
        // written, the pages are missing as they were.
        let _ = std::fs::create_dir_all(folder);
    }
    for folder in ["../app-ui/dist", "../messenger-ui/dist", "../content/demo"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
