//! What values a setting takes, and how they are read.

use std::net::SocketAddr;

use http::Uri;

use super::Value;

/// What values a setting takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A whole number, 0 or more.
    Number,
    /// An IP address and a port.
    Address,
    /// A text that is never shown.
    Secret,
    /// A folder.
    Folder,
    /// Yes or no.
    Switch,
    /// Texts, with commas between them.
    List,
    /// An address of the web.
    Url,
    /// Free text.
    Text,
    /// One of a few words.
    Choice(&'static [&'static str]),
}

impl Kind {
    /// Reads a value as flags and variables have it.
    ///
    /// # Errors
    ///
    /// What the value must be, as the end of a sentence.
    pub(crate) fn read(self, text: &str) -> Result<Value, String> {
        match self {
            Self::Number => {
                // TOML numbers are signed and so end earlier than `u64`.
                match text.replace('_', "").parse::<i64>().map(u64::try_from) {
                    Ok(Ok(number)) => Ok(Value::Number(number)),
                    _ => Err(self.wanted()),
                }
            }
            Self::List => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Ok(Value::List(items.map(str::to_owned).collect()))
            }
            Self::Switch => text.parse().map(Value::Switch).map_err(|_| self.wanted()),
            Self::Address if text.parse::<SocketAddr>().is_err() => Err(self.wanted()),
            Self::Choice(words) if !words.contains(&text) => Err(self.wanted()),
            Self::Folder if text.is_empty() => Err(self.wanted()),
            Self::Url if !is_url(text) => Err(self.wanted()),
            Self::Address
            | Self::Secret
            | Self::Folder
            | Self::Url
            | Self::Text
            | Self::Choice(_) => Ok(Value::Text(text.to_owned())),
        }
    }

    /// What a value must be, as the end of a sentence.
    pub(crate) fn wanted(self) -> String {
        match self {
            Self::Number => "it must be a whole number, 0 or more".to_owned(),
            Self::Address => {
                "it must be an IP address and a port, such as 127.0.0.1:8787".to_owned()
            }
            Self::Url => {
                "it must be an http or https address, such as http://127.0.0.1:4318".to_owned()
            }
            Self::Secret | Self::Text => "it must be a text".to_owned(),
            Self::Folder => "it must be the path of a folder".to_owned(),
            Self::Switch => "it must be true or false".to_owned(),
            Self::List => "it must be a list of texts".to_owned(),
            Self::Choice(words) => format!("it must be one of {}", words.join(", ")),
        }
    }

    /// What stands for the value in `--help`.
    pub(crate) fn placeholder(self) -> &'static str {
        match self {
            Self::Number => "NUMBER",
            Self::Address => "ADDRESS",
            Self::Secret => "SECRET",
            Self::Folder => "DIR",
            Self::Switch => "true|false",
            Self::List => "NAMES",
            Self::Url => "URL",
            Self::Text => "FILTER",
            Self::Choice(_) => "FORMAT",
        }
    }
}

fn is_url(text: &str) -> bool {
    text.parse::<Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.host().is_some_and(|host| !host.is_empty())
            && uri.query().is_none()
            && uri.authority().is_none_or(|authority| !authority.as_str().contains('@'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_by_kind() {
        assert_eq!(Kind::Number.read("60_000"), Ok(Value::Number(60_000)));
        for bad in ["", "-1", "1.5", "NaN", "1e3", "99999999999999999999"] {
            assert_eq!(Kind::Number.read(bad), Err(Kind::Number.wanted()), "{bad}");
        }
        assert!(Kind::Address.read("[::1]:0").is_ok());
        assert!(Kind::Address.read("localhost:8787").is_err());
        for good in ["http://127.0.0.1:4318", "https://collector.example/otlp/"] {
            assert_eq!(Kind::Url.read(good), Ok(Value::Text(good.to_owned())));
        }
        for bad in ["", "collector:4318", "ftp://a", "http://", "http://me:secret@a", "http://a?b"]
        {
            assert_eq!(Kind::Url.read(bad), Err(Kind::Url.wanted()), "{bad}");
        }
        assert!(Kind::Choice(&["human", "json"]).read("xml").is_err());
        assert!(Kind::Folder.read("").is_err());
        assert_eq!(
            Kind::List.read("a.example, b"),
            Ok(Value::List(vec!["a.example".to_owned(), "b".to_owned()]))
        );
        assert_eq!(Kind::List.read(""), Ok(Value::List(Vec::new())));
        assert_eq!(Kind::Switch.read("true"), Ok(Value::Switch(true)));
        assert_eq!(Kind::Switch.read("yes"), Err(Kind::Switch.wanted()));
    }
}
