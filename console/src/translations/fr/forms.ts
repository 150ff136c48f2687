export const forms = {}
