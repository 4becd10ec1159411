//! `GET /v1/info`: what programs are run with.

use axum::extract::State;
use axum::response::Response;
use jupan_api::{ImageDetail, LimitBound, LimitBounds, ServerInfo};
use jupan_sandbox::{ImageInfo, Limits};

use crate::app::AppState;
use crate::config::{ServerConfig, millis};
use crate::edge::json;

pub(crate) async fn info(State(state): State<AppState>) -> Response {
    json(&server_info(state.config(), state.runner().images()))
}

/// What a server with `config` and `images` says of itself.
pub(crate) fn server_info(config: &ServerConfig, images: &[ImageInfo]) -> ServerInfo {
    let (defaults, ceilings) = (&config.default_limits, &config.limit_ceilings);
    let bound = |min, default, max| LimitBound { min, default, max };
    ServerInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        images: images.iter().map(image).collect(),
        limits: LimitBounds {
            wall_ms: bound(millis(Limits::MIN_WALL), millis(defaults.wall), millis(ceilings.wall)),
            fuel: bound(Limits::MIN_FUEL, defaults.fuel, ceilings.fuel),
            memory_bytes: bound(
                Limits::MIN_MEMORY_BYTES,
                defaults.memory_bytes,
                ceilings.memory_bytes,
            ),
            output_bytes: bound(
                Limits::MIN_OUTPUT_BYTES,
                defaults.output_bytes,
                ceilings.output_bytes,
            ),
            files_bytes: bound(Limits::MIN_FILES_BYTES, defaults.files_bytes, ceilings.files_bytes),
            returned_bytes: bound(
                Limits::MIN_RETURNED_BYTES,
                defaults.returned_bytes,
                ceilings.returned_bytes,
            ),
            source_bytes: defaults.source_bytes,
        },
    }
}

fn image(image: &ImageInfo) -> ImageDetail {
    ImageDetail {
        name: image.name.clone(),
        version: image.version.clone(),
        python_version: image.python_version.clone(),
        preloaded: image.preloaded.clone(),
        modules: image.modules.clone(),
        packages: image.packages.clone(),
    }
}
