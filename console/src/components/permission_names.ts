import i18next from 'i18next'

/** The names of permissions in the language of the console, by their words in the API. */
const permissionNames = (): Record<string, string> => i18next.getResource(i18next.language, 'permissions', 'name') ?? {}

/** The names of the permissions that the text of an error mentions. */
export const permissionsIn = (text: string) =>
  Object.entries(permissionNames())
    .filter(([word]) => text.includes(word))
    .map(([, name]) => name)

/** The text with the names of permissions in place of their words in the API. */
export function withPermissionNames(text: string) {
  const names = permissionNames()
  return text
    .replaceAll(/ \(([a-z_]+:[a-z_]+)\)/g, (found, word) => (names[word] ? '' : found))
    .replaceAll(/\b[a-z_]+:[a-z_]+\b/g, word => {
      const name = names[word]
      return name ? i18next.t('quoted', { ns: 'errors', name }) : word
    })
}
