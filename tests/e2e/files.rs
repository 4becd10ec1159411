//! Files that a program is given, makes, and leaves.

use jupan_api::{ErrorKind, RunStatus};
use jupan_tests::TestServer;
use serde_json::json;

#[test]
fn files_go_in_and_come_back() {
    let code = "import csv, os\n\
                rows = list(csv.reader(open('data/in.csv')))\n\
                print(os.getcwd(), sorted(os.listdir()), rows, open('raw', 'rb').read())\n\
                with open('out.txt', 'w') as file: file.write('é')\n\
                os.mkdir('plots')\n\
                open('plots/a.png', 'wb').write(bytes([255]))\n\
                open('/tmp/scratch', 'w').write('x')\n\
                None";
    let request = json!({
        "code": code, "files": {"data/in.csv": "a,1\n", "raw": {"base64": "AP8="}}, "outputs": true
    });
    let response = TestServer::shared().execute(&request);
    assert_eq!(response.error, None);
    assert_eq!(response.stdout, "/work ['data', 'raw'] [['a', '1']] b'\\x00\\xff'\n");
    assert_eq!(
        serde_json::to_value(&response.files).unwrap(),
        json!([
            {"name": "out.txt", "bytes": 2, "text": "é"},
            {"name": "plots/a.png", "bytes": 1, "base64": "/w=="},
        ])
    );
    assert_eq!(response.files_left_out, []);
}

#[test]
fn a_file_that_was_asked_for_and_is_not_there_is_named() {
    let request = json!({ "code": "open('b.csv', 'w').close()", "outputs": ["a.csv", "b.*"] });
    let response = TestServer::shared().execute(&request);
    assert_eq!(
        response.text,
        "[file] b.csv, 0 bytes\n[file] a.csv: the program left no file of this name"
    );
}

#[test]
fn files_come_back_from_a_program_that_failed_as_well() {
    let request = json!({ "code": "open('a', 'w').write('x')\n1 / 0", "outputs": true });
    let response = TestServer::shared().execute(&request);
    assert_eq!(response.status, RunStatus::Error);
    assert_eq!(
        serde_json::to_value(response.files).unwrap(),
        json!([{"name": "a", "bytes": 1, "text": "x"}])
    );
}

#[test]
fn a_file_that_was_not_closed_comes_back_whole() {
    let lines = [
        "import csv, gzip, sys, zipfile",
        "left = open('plain', 'w'); left.write('abc')",
        "csv.writer(open('table.csv', 'w', newline='')).writerow([1, 2])",
        "archive = zipfile.ZipFile('a.zip', 'w'); archive.writestr('x', 'y')",
        "class Log:",
        "    def __init__(self): self.file = open('log', 'w')",
        "log = Log(); print('line', file=log.file)",
    ];
    let sizes = |last: &str| {
        let code = [&lines[..], &[last]].concat().join("\n");
        let request = json!({ "code": code, "outputs": true });
        let files = TestServer::shared().execute(&request).files.unwrap();
        files.into_iter().map(|file| (file.name, file.bytes)).collect::<Vec<_>>()
    };
    let whole = [("a.zip", 101), ("log", 5), ("plain", 3), ("table.csv", 5)];
    let whole = whole.map(|(name, bytes)| (name.to_owned(), bytes));
    for last in ["", "sys.exit(0)", "1 / 0"] {
        assert_eq!(sizes(last), whole, "{last}");
    }
}

#[test]
fn a_missing_file_has_the_nearest_for_a_hint() {
    let request = json!({
        "code": "open('/mnt/data/sales.csv')", "files": {"Sales.csv": ""}
    });
    let error = TestServer::shared().execute(&request).error.unwrap();
    assert_eq!(
        (error.type_name.as_str(), error.message.as_str(), error.hint.as_deref()),
        (
            "FileNotFoundError",
            "[Errno 2] No such file or directory: '/mnt/data/sales.csv'",
            Some("there is no such file; did you mean 'Sales.csv'?")
        )
    );
}

#[test]
fn a_full_file_system_is_an_error_that_a_program_can_catch() {
    let code = "try:\n    with open('a', 'wb') as file:\n        file.write(b'x' * 2000)\nexcept \
                OSError as error:\n    print(error.errno, error)";
    let request = json!({ "code": code, "limits": {"files_bytes": 1000} });
    let response = TestServer::shared().execute(&request);
    assert_eq!(response.stdout, "28 [Errno 28] No space left on device: 'a'\n");
}

#[test]
fn modules_that_are_not_there_are_told_at_once_and_before_anything_runs() {
    let code = "print('started')\nimport numpy as np\nimport math\nfrom pandas import DataFrame\n\
                import os, torch\n";
    let response = TestServer::shared().run(code);
    let error = response.error.unwrap();
    assert_eq!(
        (response.stdout.as_str(), error.kind, error.type_name.as_str(), error.line),
        ("", ErrorKind::Exception, "ModuleNotFoundError", Some(2))
    );
    assert_eq!(error.message, "No module named 'numpy'; nor 'pandas' in line 4, 'torch' in line 5");
    assert_eq!(
        error.traceback.as_deref(),
        Some(
            "Traceback (most recent call last):\n  File \"program.py\", line 2, in <module>\n    \
             import numpy as np\nModuleNotFoundError: No module named 'numpy'\n"
        )
    );
}

#[test]
fn a_program_that_would_have_worked_is_not_stopped_by_an_import() {
    for code in [
        "try:\n    import numpy\nexcept ImportError:\n    print('no')",
        "if False:\n    import numpy\nprint('no')",
        "def f():\n    import numpy\nprint('no')",
        "import sys, types\nsys.modules['numpy'] = types\nimport numpy\nprint('no')",
        "import sys\nprint('no')\nsys.exit(0)\nimport numpy",
        "import contextlib\nwith contextlib.suppress(ImportError):\n    import numpy\nprint('no')",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\nprint('no')",
    ] {
        let response = TestServer::shared().run(code);
        assert_eq!((response.error, response.stdout.as_str()), (None, "no\n"), "{code}");
    }
}

#[test]
fn modules_of_the_programs_folder_are_imported_like_those_beside_a_script() {
    let code = "import helper\nfrom shop.prices import price\nimport shop.data as data\n\
                print(helper.double(price('tea')), data.__name__)\n\
                import os\nprint(helper.__file__ == os.path.join(os.getcwd(), 'helper.py'))";
    let request = json!({
        "code": code,
        "files": {
            "helper.py": "def double(x):\n    return 2 * x\n",
            "shop/__init__.py": "",
            "shop/prices.py": "from . import data\n\ndef price(name):\n    return data.PRICES[name]\n",
            "shop/data.py": "PRICES = {'tea': 4}\n",
        },
        "outputs": true,
    });
    let response = TestServer::shared().execute(&request);
    assert_eq!((response.error, response.stdout.as_str()), (None, "8 shop.data\nTrue\n"));
    // Importing leaves nothing behind.
    assert_eq!(response.files, Some(vec![]));
}

#[test]
fn a_module_that_the_program_writes_is_found_also_when_it_was_looked_for_before() {
    let code = "try:\n    import made\nexcept ImportError:\n    open('made.py', 'w').write('x = 5')\n\
                import made\nprint(made.x)";
    // With a seed the clock stands still, and with it the time of the folder.
    for request in [json!({ "code": code }), json!({ "code": code, "seed": 7 })] {
        let response = TestServer::shared().execute(&request);
        assert_eq!((response.error, response.stdout.as_str()), (None, "5\n"));
    }
}

#[test]
fn a_given_module_shows_in_tracebacks_and_counts_as_one_that_is_there() {
    let request = json!({
        "code": "import helper\nhelper.f()",
        "files": {"helper.py": "def f():\n    return 1 / 0\n"},
    });
    let error = TestServer::shared().execute(&request).error.unwrap();
    assert_eq!((error.type_name.as_str(), error.line), ("ZeroDivisionError", Some(2)));
    let folder = TestServer::shared().run("import os\nos.getcwd()").result.unwrap();
    let folder = folder.trim_matches('\'');
    let traceback = format!(
        "Traceback (most recent call last):\n  File \"program.py\", line 2, in <module>\n    \
         helper.f()\n    ~~~~~~~~^^\n  File \"{folder}/helper.py\", line 2, in f\n    return 1 / 0\n           \
         ~~^~~\nZeroDivisionError: division by zero\n"
    );
    assert_eq!(error.traceback, Some(traceback));
    let request = json!({ "code": "import numpy, helper", "files": {"helper.py": "print('ran')"} });
    let response = TestServer::shared().execute(&request);
    assert_eq!(response.stdout, "");
    assert_eq!(response.error.unwrap().message, "No module named 'numpy'");
}

#[test]
fn no_file_stands_in_the_place_of_a_module_of_the_standard_library() {
    let request = json!({ "code": "import json\nprint(json.dumps(1))", "files": {"json.py": "x"} });
    assert_eq!(TestServer::shared().execute(&request).stdout, "1\n");
}

#[test]
fn modules_missing_from_one_line_have_that_line_once() {
    let response = TestServer::shared().run("import numpy, pandas");
    assert!(
        response.text.starts_with(
            "[error] ModuleNotFoundError: No module named 'numpy'; nor 'pandas' (line 1)\n"
        ),
        "{}",
        response.text
    );
}
