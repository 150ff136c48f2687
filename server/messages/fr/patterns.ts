/** Formats that fields of requests must have, areas on the map, and limits of concurrent requests. */
export const patterns: Record<string, string> = {
  'must be one line, not blank, without control characters and characters that change the direction of text':
    'Saisissez un texte sur une ligne, sans caractères invisibles.',
  'must be one line, without control characters and characters that change the direction of text':
    'Saisissez un texte sur une ligne, sans caractères invisibles.',
  'must be one line, without tabs and other control characters': 'Saisissez un texte sur une ligne, sans tabulations.',
  'must be one line, and not blank': 'Saisissez un texte sur une ligne.',
  'must be a language such as fr or en-GB': 'Indiquez une langue, comme fr ou en-GB.',
  'must be a language such as fr or en-GB; empty while the membership is pending':
    'Indiquez une langue, comme fr ou en-GB.',
  'must be an http or https address, or empty': 'Indiquez une adresse http ou https, ou laissez vide.',
  'must be a colour such as #35508f': 'Indiquez une couleur, comme #35508f.',
  'must be a cursor of this list; send next_cursor unchanged':
    'Ce curseur n’appartient pas à cette liste : renvoyez next_cursor tel quel.',
  'must be the next_cursor of the previous page': 'Envoyez le next_cursor de la page précédente.',
  'must be a day, such as 2026-05-31': 'Indiquez une date, comme 2026-05-31.',
  'must be a day, such as 2026-05-01': 'Indiquez une date, comme 2026-05-01.',
  'must be a day, such as 2026-12-31': 'Indiquez une date, comme 2026-12-31.',
  'must be the number of an account: three digits, then at most 17 digits or letters':
    'Indiquez un numéro de compte : trois chiffres, puis au plus 17 chiffres ou lettres.',
  'must begin with a class of the French chart of accounts, 1 to 8':
    'Indiquez un compte qui commence par une classe du plan comptable, de 1 à 8.',
  'must be nine digits, or empty': 'Indiquez neuf chiffres, ou laissez vide.',
  'must be a W and nine digits, such as W691234567, or empty':
    'Indiquez un W et neuf chiffres, comme W691234567, ou laissez vide.',
  'must be a month and a day that every year has, such as 09-01':
    'Indiquez un mois et un jour que compte chaque année, comme 09-01.',
  'must be a month and a day, such as 12-31': 'Indiquez un mois et un jour, comme 12-31.',
  'must be the number of an account, such as 512000': 'Indiquez un numéro de compte, comme 512000.',
  'must be a month, such as 2026-10': 'Indiquez un mois, comme 2026-10.',
  'must be decimal degrees such as 45.7781, or empty': 'Indiquez des degrés décimaux, comme 45.7781, ou laissez vide.',

  'has no polygon': 'La zone est vide : dessinez-la sur la carte.',
  'has more than {0} points; simplify it': 'La zone a plus de {0:number} points : simplifiez-la.',
  'is not JSON; send a GeoJSON polygon, or leave it empty':
    'Ce n’est pas du JSON : envoyez un polygone GeoJSON, ou laissez vide.',
  'is nested too deeply': 'Les données sont trop imbriquées.',
  'must be GeoJSON of type Polygon or MultiPolygon, or features made of them':
    'La zone attendue est du GeoJSON de type Polygon ou MultiPolygon.',
  'has a ring of fewer than four points; the last repeats the first':
    'Un contour a moins de quatre points ; le dernier répète le premier.',
  'has a point that is not [longitude, latitude]': 'Un point n’est pas de la forme [longitude, latitude].',
  'has coordinates that are not a list': 'Les coordonnées doivent former une liste.',

  'You have {0} requests waiting for changes. {1}': 'Vous avez {0:number} demandes en attente de changements. {1}',
  'Your space has {0} requests waiting for changes. {1}':
    'Votre espace a {0:number} demandes en attente de changements. {1}',
  'This server has {0} requests waiting for changes. {1}':
    'Ce serveur a {0:number} demandes en attente de changements. {1}',
  'Close one of them, or send the request without waiting.': 'Fermez-en une, ou envoyez la demande sans attendre.',
  'Your space has {0} downloads running. Wait until one of them has finished.':
    'Votre espace a {0:number} téléchargements en cours. Attendez la fin de l’un d’eux.',
  'Too many downloads are running. Try again in a moment.':
    'Trop de téléchargements sont en cours. Réessayez dans un instant.',

  'would give the bundle more than {0} items, which is the most it can hold':
    'Un paiement compte au plus {0:number} lignes.',
  'must not be more than the amount, {0}': 'Ne dépassez pas le montant ({0}).',
  'must not be more than {0}, the amount without its unpaid part of {1}':
    'Ne dépassez pas {0}, le montant sans la part impayée de {1}.',
  'must not be more than {0}, the amount without the {1} that were reimbursed':
    'Ne dépassez pas {0}, le montant sans les {1} déjà remboursés.',
  'must not be less than its reimbursed and unpaid parts together, {0} and {1}':
    'Le montant ne peut pas être inférieur au total remboursé ({0}) et impayé ({1}).',
  'must not be before the start, {0}': 'La fin ne peut pas précéder le début ({0:date}).',
  'must not be before the payment, {0}': 'La date ne peut pas précéder celle du paiement ({0:date}).',
  'is not an item of this bundle': 'Cette ligne n’appartient pas à ce paiement.',
  'is not a transaction status of your space': 'Ce statut n’existe pas dans votre espace.',
  'is archived; choose another status': 'Ce statut est archivé : choisissez-en un autre.',
  'is not a price of your space': 'Ce tarif n’existe pas dans votre espace.',
  'is a contact whose data is restricted; lift the restriction first':
    'Ce contact a demandé que ses données ne soient plus utilisées. Levez d’abord la limitation.',
}
