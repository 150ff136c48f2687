/** Actions, addresses and visits. */
export const field: Record<string, string> = {
  'has {0}, which is not an address of this action': 'L’adresse {0} ne fait pas partie de cette action.',
  'Choosing contacts needs the permission contacts:read.': 'Choisir des contacts demande la permission contacts:read.',
  'There is no such address in this action, or you cannot see it.':
    'Cette adresse ne fait pas partie de l’action, ou vous ne pouvez pas la voir.',
  'Only users in this action, and users who see all contacts, can see its contacts.':
    'Seules les personnes de cette action et celles qui voient tous les contacts peuvent voir ses contacts.',
  'is {0}, which is not a {1} of your space':
    '{1:user=La personne|team=L’équipe|form=La question|other=L’élément} {0} n’existe pas dans votre espace.',
  'There is no such action, or you cannot see it.': 'Cette action n’existe pas, ou vous ne pouvez pas la voir.',
  'must not be before start': 'La fin ne peut pas précéder le début.',
  'An action can have at most {0} addresses; make the area smaller, or split the action.':
    'Une action peut compter au plus {0:number} adresses : réduisez la zone ou partagez l’action.',
  'must be between -90 and 90, and needs a longitude': 'La latitude va de -90 à 90 et demande une longitude.',
  'must be between -180 and 180, and needs a latitude': 'La longitude va de -180 à 180 et demande une latitude.',
  'must have a street, a city or a position': 'Indiquez une rue, une ville ou une position.',
  'must be a JSON list of texts or numbers, or empty':
    'La valeur attendue est une liste JSON de textes ou de nombres, ou vide.',
  'must be JSON, or empty': 'La valeur attendue est du JSON, ou vide.',
  'This action is archived; restore it first.': 'Cette action est archivée : rétablissez-la d’abord.',
  'The key {0} is already used in this action; choose another one.':
    'La clé {0} est déjà utilisée dans cette action : choisissez-en une autre.',
  'There is no such declared total, or you cannot see it.':
    'Ce total déclaré n’existe pas, ou vous ne pouvez pas le voir.',
  'Only the user who declared this total, and users who manage actions, can withdraw it.':
    'Seules la personne qui a déclaré ce total et celles qui gèrent les actions peuvent le retirer.',
  'must not be in the future': 'La date ne peut pas être dans le futur.',
  'is {0}, which is not a contact of this action': 'Le contact {0} ne fait pas partie de cette action.',
  'is {0}, which is not an address of this action': 'L’adresse {0} ne fait pas partie de cette action.',
  'This visit was withdrawn; record it again with another key.':
    'Cette visite a été retirée : saisissez-la à nouveau avec une autre clé.',
  'Only the user who recorded this visit, and users with contacts:sensitive, can change its answers.':
    'Seules la personne qui a saisi cette visite et celles qui ont la permission contacts:sensitive peuvent en modifier les réponses.',
  'There is no such visit, or you cannot see it.': 'Cette visite n’existe pas, ou vous ne pouvez pas la voir.',
  'Only the user who recorded this visit, and users who manage actions, can correct it.':
    'Seules la personne qui a saisi cette visite et celles qui gèrent les actions peuvent la corriger.',
  'cannot be combined with contact_id; send one of them':
    'Choisissez un contact existant ou un nouveau contact, pas les deux.',
  'must have a name, a mail address or a telephone number':
    'Indiquez un nom, une adresse e-mail ou un numéro de téléphone.',
  'must have either visit or visits': 'Envoyez visit ou visits.',
}
