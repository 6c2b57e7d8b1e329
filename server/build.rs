//! Tells cargo when the embedded files change: the web pages and the demo data.

fn main() {
    let bundles = ["../app-ui/dist", "../messenger-ui/dist"];
    for folder in bundles {
        // A debug build reads the pages at run time, from the folder that exists when it is compiled. A read-only source
        // tree builds without pages.
        let _ = std::fs::create_dir_all(folder);
    }
    // A debug build embeds nothing, so new pages must not recompile every crate whose tests use this library.
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        for folder in bundles.iter().chain(&["../content/demo"]) {
            println!("cargo::rerun-if-changed={folder}");
        }
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
}
