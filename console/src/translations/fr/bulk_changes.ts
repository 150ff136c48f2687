export const bulk_changes = {}
