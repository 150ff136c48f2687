// Ends with 0 when the server on this machine can do its work. For health checks where there is no curl.
const port = process.env.PORT || 8080
const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)
