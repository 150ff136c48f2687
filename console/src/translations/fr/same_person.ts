export const same_person = {
  one: '{{name}} existe déjà : est-ce la même personne ?',
  several: 'Ces contacts existent déjà : est-ce l’un d’eux ?',
  use: 'Même personne',
  use_name: 'Même personne : {{name}}',
  create: 'Créer un autre contact',
  back: 'Revenir',
  used: '{{name}} était déjà là. Rien n’a été ajouté.',
  born: 'naissance le {{day}}',
  paid: 'dernier paiement : {{amount}} le {{day}}',
  since: 'fiche créée le {{day}}',
  reason: {
    birthdate: 'Même nom et même date de naissance',
    mail: 'Même e-mail',
    mobile: 'Même mobile',
    phone: 'Même téléphone',
    name: 'Même nom',
  },
}
