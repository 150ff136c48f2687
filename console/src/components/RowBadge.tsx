/** A badge in the row of a list. A plain element: Mantine's badge takes as long to render as several cells. */
export const RowBadge = ({ color, children }: { color: string; children: string }) => (
  <span
    className="row-badge"
    style={{ color: `var(--mantine-color-${color}-light-color)`, background: `var(--mantine-color-${color}-light)` }}
  >
    {children}
  </span>
)
