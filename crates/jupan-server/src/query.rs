//! The part of an address after the question mark.

use jupan_sandbox::Safeguard;

use crate::error::ApiError;

/// The most bytes of a value that a message repeats.
const MAX_SHOWN_BYTES: usize = 64;

/// What `query` chooses for `name` among `choices`, if it does. Other names are not looked at.
pub(crate) fn choice<T: Copy>(
    query: Option<&str>,
    name: &str,
    choices: &[(&str, T)],
) -> Result<Option<T>, ApiError> {
    let mut given = query
        .into_iter()
        .flat_map(|query| query.split('&'))
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .filter(|(other, _)| *other == name)
        .map(|(_, value)| value);
    let (value, None) = (given.next(), given.next()) else {
        return Err(ApiError::field(name, format!("`{name}` is given twice")));
    };
    let Some(value) = value else { return Ok(None) };
    if let Some((_, choice)) = choices.iter().find(|(known, _)| *known == value) {
        return Ok(Some(*choice));
    }
    let known: Vec<String> = choices.iter().map(|(known, _)| format!("`{known}`")).collect();
    let max = Safeguard::Quoted.unless_off(MAX_SHOWN_BYTES, usize::MAX);
    let shown = &value[..value.floor_char_boundary(max)];
    let message = format!("`{name}` is `{shown}`; it must be {}", known.join(" or "));
    Err(ApiError::field(name, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(query: &str) -> Result<Option<u8>, String> {
        choice(Some(query), "x", &[("a", 1), ("b", 2)]).map_err(|error| error.message)
    }

    #[test]
    fn one_of_the_choices_or_none() {
        assert_eq!(choice::<u8>(None, "x", &[]).unwrap(), None);
        assert_eq!(chosen(""), Ok(None));
        assert_eq!(chosen("y=1&z"), Ok(None));
        assert_eq!(chosen("y=1&x=b"), Ok(Some(2)));
        assert_eq!(chosen("x=c"), Err("`x` is `c`; it must be `a` or `b`".to_owned()));
        assert_eq!(chosen("x"), Err("`x` is ``; it must be `a` or `b`".to_owned()));
        assert_eq!(chosen("x=a&x=a"), Err("`x` is given twice".to_owned()));
        let long = chosen(&format!("x={}", "é".repeat(1000))).unwrap_err();
        assert_eq!(long, format!("`x` is `{}`; it must be `a` or `b`", "é".repeat(32)));
    }
}
