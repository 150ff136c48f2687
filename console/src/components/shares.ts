/** A share as it is shown in whole percents: only everything is 100 %, and only nothing is 0 %. */
export const wholeShare = (share: number) =>
  share <= 0 || share >= 1 ? share : Math.min(99, Math.max(1, Math.round(share * 100))) / 100

/** The shares in whole percents that add up to 100. What there is has at least 1; then the largest remainders are rounded up. */
export function wholePercents(counts: number[]): number[] {
  const sum = counts.reduce((sum, count) => sum + count, 0)
  const exact = counts.map(count => (sum > 0 ? (100 * count) / sum : 0))
  const shown = exact.map(share => (share > 0 ? Math.max(1, Math.floor(share)) : 0))
  let missing = sum > 0 ? 100 - shown.reduce((sum, share) => sum + share, 0) : 0
  for (; missing !== 0; missing -= Math.sign(missing)) {
    const rest = exact.map((share, index) => (share - (shown[index] ?? 0)) * Math.sign(missing))
    const index = rest.indexOf(Math.max(...rest.filter((_, index) => missing > 0 || (shown[index] ?? 0) > 1)))
    shown[index] = (shown[index] ?? 0) + Math.sign(missing)
  }
  return shown
}
