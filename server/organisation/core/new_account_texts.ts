/** Texts of the forms with which a person creates an account. */
export const newAccountTexts = {
  en: {
    passwordHint: 'At least 12 characters. Several words in a row are easy to remember and hard to guess.',
    errors: {
      missing: 'Fill in this field.',
      too_short: 'Password must have at least 12 characters.',
      too_long: 'Use fewer characters.',
      too_common: 'This password is easy to guess. Choose another one.',
      unreadable: 'Remove the characters that cannot be displayed.',
    },
    again: 'Check the fields below.',
  },
  fr: {
    passwordHint: 'Au moins 12 caractères. Plusieurs mots à la suite : facile à retenir, difficile à deviner.',
    errors: {
      missing: 'Merci de remplir ce champ.',
      too_short: 'Ce mot de passe est trop court : utilisez au moins 12 caractères.',
      too_long: 'Ce texte est trop long.',
      too_common: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
      unreadable: 'Ce texte contient des caractères qui ne peuvent pas être affichés. Supprimez-les.',
    },
    again: 'Merci de corriger les champs ci-dessous.',
  },
}
