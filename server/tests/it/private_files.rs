//! Other users of the machine cannot read the data folder.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::program::Installation;

/// Returns everything in a folder, and the folder itself.
fn all_in(path: &Path) -> Vec<PathBuf> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        found.extend(fs::read_dir(path).unwrap().flat_map(|entry| all_in(&entry.unwrap().path())));
    }
    found
}

fn open_to_others(folder: &Path) -> Vec<String> {
    let mode = |path: &PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let open = all_in(folder).into_iter().filter(|path| mode(path) & 0o077 != 0);
    open.map(|path| format!("{} {:o}", path.display(), mode(&path))).collect()
}

#[tokio::test]
async fn new_files_are_private() {
    let installation = Installation::new();
    let server = installation.serve_with_open_umask(&["--demo"]);
    let body = serde_json::json!({"email": "tom.mentee@example.org"});
    let reset = server.client.post(format!("{}/api/v2/users/reset-password/", server.url)).json(&body);
    assert_eq!(reset.send().await.unwrap().status(), 200);
    let data = installation.folder.path().join("data");
    assert!(test_kit::until(|| data.join("outbox").exists()).await);
    assert_eq!(open_to_others(&data), Vec::<String>::new());
    let copy = installation.folder.path().join("copy.db");
    assert!(installation.run(&["backup", copy.to_str().unwrap()], "").succeeded);
    assert_eq!(open_to_others(&copy), Vec::<String>::new());
}

#[tokio::test]
async fn existing_files_become_private() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let data = installation.folder.path().join("data");
    fs::create_dir_all(data.join("files/ab")).unwrap();
    fs::write(data.join("files/ab/picture"), "a face").unwrap();
    let other = data.join("notes-of-the-operator");
    fs::write(&other, "").unwrap();
    for path in all_in(&data) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    let server = installation.serve_with_open_umask(&[]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for name in ["mentorhub.db", "mentorhub.db-wal", "mentorhub.db-shm", "mentorhub.lock"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    assert_eq!(mode(&data.join("files")), 0o700);
    // A folder with files of others stays as it is: it may be the home of a person.
    assert_eq!((mode(&other), mode(&data)), (0o644, 0o755));
    drop(server);
    fs::remove_file(other).unwrap();
    installation.serve_with_open_umask(&[]);
    assert_eq!(mode(&data), 0o700);
}
