/** The names of the date fields that are only half entered. The browser gives their value as empty, so that they would be saved as no date. */
export const halfDates = (form: HTMLFormElement | null): string[] =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])]
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => name)
