const kept_ms = 60_000

/** Saves a file from the page as a download. */
export function saveBlob(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), kept_ms)
}
