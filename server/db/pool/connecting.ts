/**
 * How long opening a connection may take before the database counts as unreachable. A busy machine takes seconds. A probe begins when work has
 * waited for a second, so a client gets its error within five. Tests of anything else than an outage wait longer.
 */
export const connecting = { session_ms_max: 4500, probe_ms_max: 3500 }
