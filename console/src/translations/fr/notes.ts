export const notes = {}
