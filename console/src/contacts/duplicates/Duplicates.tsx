export function Duplicates() {
  return null
}
