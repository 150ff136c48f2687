/** Titles of problems, and texts of the parts that every operation shares. */
export const general: Record<string, string> = {
  'The body is not valid JSON': 'Le contenu envoyé n’est pas du JSON valide',
  'The request could not be read': 'La demande n’a pas pu être lue',
  'A valid access token is required': 'Connectez-vous pour continuer',
  'A recent sign-in is required': 'Reconnectez-vous pour continuer',
  'Not allowed': 'Action non autorisée',
  'A second factor is required': 'La validation en deux étapes est obligatoire',
  'Sign-in through the organisation is required': 'La connexion par votre organisation est obligatoire',
  'Not found': 'Page introuvable',
  'Method not allowed': 'Méthode refusée',
  'The request took too long to arrive': 'L’envoi a pris trop de temps',
  'In conflict with stored data': 'Impossible en l’état des données',
  'Mail address already in use': 'Adresse déjà utilisée',
  'Already a member of the space': 'Fait déjà partie de l’espace',
  'A space needs at least one superadmin': 'Un espace doit garder au moins un super-administrateur',
  'The role is in use': 'Ce rôle est utilisé',
  'The first request with this key is still running': 'La première demande avec cette clé est encore en cours',
  'The stored response for this key was erased': 'La réponse conservée pour cette clé a été effacée',
  'The cursor has expired': 'Le curseur a expiré',
  'The record has changed': 'La fiche a été modifiée entre-temps',
  'The body is too large': 'Envoi trop volumineux',
  'The address is too long': 'Adresse trop longue',
  'Unsupported media type': 'Format non accepté',
  'The file has no such part': 'Cette partie du fichier n’existe pas',
  'The request is not valid': 'La demande contient une erreur',
  'Idempotency key already used for another request': 'Clé d’idempotence déjà utilisée pour une autre demande',
  'The period is closed': 'La période est clôturée',
  'Against a contribution rule of the space': 'Contraire à une règle de versement de l’espace',
  'Too many requests': 'Trop de demandes',
  'The headers are too large': 'En-têtes trop volumineux',
  'Something went wrong on our side': 'Une erreur est survenue de notre côté',
  'Not available at the moment': 'Indisponible pour le moment',
  'Reading works, writing does not': 'La lecture fonctionne, l’écriture non',
  'The database is read-only. Nothing can be written until it accepts writes again.':
    'La base de données est en lecture seule. Rien ne peut être enregistré tant qu’elle n’accepte pas les écritures.',
  'The request took too long': 'La demande a pris trop de temps',

  '{0} {1}.': '{0} : {1}',
  '{0} {1}. There is 1 more mistake.': '{0} : {1} Il y a 1 autre erreur.',
  '{0} {1}. There are {2} more mistakes.': '{0} : {1} Il y a {2} autres erreurs.',
  '{0}, {1}': '{0}, {1}',
  '{0} and {1}': '{0} et {1}',
  '{0} or {1}': '{0} ou {1}',
  '{0}; {1}': '{0} ; {1}.',
  '{0}: {1}': '{0} : {1}',

  'is required': 'Ce champ est obligatoire.',
  'is not valid': 'Cette valeur n’est pas valide.',
  'is in the list twice': 'Cet élément figure deux fois dans la liste.',
  'is in the list already': 'Cet élément figure déjà dans la liste.',
  'must not be empty': 'Ce champ ne peut pas être vide.',
  'must not be blank': 'Ce champ ne peut pas être vide.',
  'must be {0}': 'La valeur attendue est {0}.',
  'must be {0}, not {1}': 'La valeur attendue est {0}, et non {1}.',
  'a text': 'un texte',
  'a whole number': 'un nombre entier',
  'a number': 'un nombre',
  'true or false': 'true ou false',
  'an array': 'une liste',
  'an object': 'un objet',
  null: 'null',
  'must be true or false': 'La valeur attendue est true ou false.',
  'must be an array': 'La valeur attendue est une liste.',
  'must be a number of at most {0}; a larger one cannot be stored exactly':
    'Indiquez un nombre d’au plus {0:number} : au-delà, il ne peut pas être enregistré exactement.',
  'must have at least {0} characters': 'Saisissez au moins {0:number} caractères.',
  'must have at most 1 character': 'Saisissez un seul caractère.',
  'must have at most {0} characters': 'Ne dépassez pas {0:number} caractères.',
  'must have at least 1 item': 'Ajoutez au moins un élément.',
  'must have at least {0} items': 'Ajoutez au moins {0:number} éléments.',
  'must have at most 1 item': 'Gardez un seul élément.',
  'must have at most {0} items': 'Ne dépassez pas {0:number} éléments.',
  'must have at most {0} entries': 'Ne dépassez pas {0:number} entrées.',
  'must not have the same item twice, as items {0} and {1} are':
    'Le même élément figure deux fois, aux positions {0} et {1}.',
  'must be {0} or more': 'Indiquez un nombre supérieur ou égal à {0:number}.',
  'must be {0} or less': 'Indiquez un nombre inférieur ou égal à {0:number}.',
  'must be one of {0}': 'Choisissez une de ces valeurs : {0}.',
  'must be one of {0}, or empty': 'Choisissez une de ces valeurs, ou laissez vide : {0}.',
  'does not have the required format': 'Ce format n’est pas celui qui est attendu.',
  'must be a date, or a time with its offset, such as 2026-05-01 or 2026-05-01T18:30:00Z':
    'Indiquez une date, ou une heure avec son décalage, comme 2026-05-01 ou 2026-05-01T18:30:00Z.',
  'must be an email address, such as name@example.org': 'Indiquez une adresse e-mail, comme nom@exemple.fr.',
  'must be an email address, such as name@example.org, or empty':
    'Indiquez une adresse e-mail, comme nom@exemple.fr, ou laissez vide.',
  'must be an ISO 4217 currency, such as EUR': 'Indiquez le code d’une devise, comme EUR.',
  'must be a time zone, such as Europe/Paris or America/Toronto':
    'Indiquez un fuseau horaire, comme Europe/Paris ou America/Toronto.',
  'must be a length of time, such as P1Y or "18 months"': 'Indiquez une durée, comme P1Y ou « 18 months ».',
  'is not a valid date': 'Cette date n’existe pas.',
  'is not a valid URL': 'Cette adresse web n’est pas valide.',
  'must be a JSON object, such as {"data": {…}}': 'Envoyez un objet JSON, comme {"data": {…}}.',
  'is required: send the fields in it, as {"data": {…}}': 'Envoyez les champs dans « data », comme {"data": {…}}.',
  'has a field name that is not allowed': 'Un nom de champ n’est pas autorisé.',
  'must not contain NUL or broken Unicode characters':
    'Ce texte contient des caractères qui ne peuvent pas être enregistrés.',
  'must not be nested deeper than {0} levels': 'Les données sont imbriquées sur plus de {0} niveaux.',
  'must not contain an object with more than {0} fields': 'Un objet contient plus de {0:number} champs.',
  'must not contain more than {0} values; send fewer at once':
    'L’envoi contient plus de {0:number} valeurs : envoyez-en moins à la fois.',
  'must not contain more than {0} fields': 'L’envoi contient plus de {0:number} champs.',
  'is not a parameter of this operation. It takes no query parameters':
    'Ce paramètre n’existe pas pour cette opération, qui n’en a aucun.',
  'is not a parameter of this operation. It takes {0}':
    'Ce paramètre n’existe pas pour cette opération. Paramètres possibles : {0}.',
  'is not a parameter of this operation. Did you mean {0}? It takes {1}':
    'Ce paramètre n’existe pas pour cette opération. Vouliez-vous dire {0} ? Paramètres possibles : {1}.',
  'is not a cursor of this list; send next_cursor unchanged':
    'Ce curseur n’appartient pas à cette liste : renvoyez next_cursor tel quel.',
  'must be 1 to 255 visible ASCII characters': 'Utilisez 1 à 255 caractères ASCII visibles.',

  'Your role or token lacks the permission {0}.':
    'Il vous manque la permission {0}. Demandez-la à une personne qui administre l’espace.',
  'Your role or token lacks the permission {0}, which {1} requires.':
    'Il vous manque la permission {0}, nécessaire pour {1}.',
  'Your token lacks the scope {0}.': 'Il manque à votre jeton la permission {0}.',
  'This requires a recent sign-in. Sign in again, then repeat the request.':
    'Cette action demande une connexion récente. Reconnectez-vous, puis recommencez.',
  'Send a valid access token as "Authorization: Bearer <token>".':
    'Envoyez un jeton d’accès valide : « Authorization: Bearer <jeton> ».',
  'This access token is not valid. It may have expired or been revoked. Request a new one.':
    'Ce jeton d’accès n’est pas valide. Il a peut-être expiré ou été révoqué. Demandez-en un nouveau.',
  'There is nothing at this address. /docs lists all addresses.':
    'Il n’y a rien à cette adresse. /docs présente toutes les adresses.',
  'This address accepts {0}.': 'Cette adresse accepte {0}.',
  'Use GET.': 'Utilisez GET.',
  'The body is not valid JSON: {0}.': 'Le contenu envoyé n’est pas du JSON valide : {0}.',
  'Send the body in UTF-8, not in {0}.': 'Envoyez le contenu en UTF-8, et non en {0}.',
  'Send the body as it is, without Content-Encoding.': 'Envoyez le contenu tel quel, sans Content-Encoding.',
  'Send the body as {0}, not as what Content-Type says.':
    'Envoyez le contenu au format {0}, et non au format indiqué dans Content-Type.',
  'Send the body as {0} and say so in Content-Type.':
    'Envoyez le contenu au format {0} et indiquez-le dans Content-Type.',
  'The body is larger than {0} bytes. Send less at once.':
    'L’envoi dépasse {0:number} octets. Envoyez moins de données à la fois.',
  'Content-Length does not match the body.': 'Content-Length ne correspond pas au contenu envoyé.',
  'The address is not a valid URL.': 'L’adresse n’est pas une URL valide.',
  'A part of the address is too long.': 'Une partie de l’adresse est trop longue.',
  'The request has more than one {0} header; send one.': 'La demande a plusieurs en-têtes {0} : envoyez-en un seul.',
  'The request lacks a Host header.': 'Il manque l’en-tête Host à la demande.',
  'The Expect header must be 100-continue.': 'L’en-tête Expect doit valoir 100-continue.',
  'The headers of this request are too large.': 'Les en-têtes de cette demande sont trop volumineux.',
  'The request took too long to arrive. Send it again.': 'L’envoi a pris trop de temps. Recommencez.',
  'This is not a valid HTTP request.': 'Ce n’est pas une demande HTTP valide.',
  'This record has changed since you read it. Read it again, then repeat your change.':
    'Cette fiche a été modifiée depuis que vous l’avez ouverte. Rechargez-la, puis refaites votre modification.',
  'This Idempotency-Key was used for another request. Use a new key for each new request.':
    'Cette Idempotency-Key a déjà servi pour une autre demande. Utilisez une nouvelle clé pour chaque demande.',
  'The first request with this Idempotency-Key is still running. Repeat it in a moment.':
    'La première demande avec cette Idempotency-Key est encore en cours. Recommencez dans un instant.',
  'The first request with this Idempotency-Key was carried out with the permission {0}, which your role or token lacks. Repeat it with a token that has the permission, or read the record.':
    'La première demande avec cette Idempotency-Key a été faite avec la permission {0}, qui vous manque. Recommencez avec un jeton qui l’a, ou relisez la fiche.',
  'This request was carried out, but its response contained data of a person who has since been erased. Read the record again.':
    'Cette demande a bien été traitée, mais sa réponse contenait les données d’une personne effacée depuis. Relisez la fiche.',
  'Too many requests. Wait for the time in the Retry-After header.':
    'Trop de demandes. Patientez un instant, puis réessayez.',
  'The file did not arrive completely. Send it again.': 'Le fichier n’est pas arrivé en entier. Envoyez-le à nouveau.',

  'Something went wrong on our side. The error was logged under this request id.':
    'Une erreur est survenue de notre côté. Elle a été enregistrée sous ce numéro de demande.',
  'Something went wrong on our side. It was logged.': 'Une erreur est survenue de notre côté. Elle a été enregistrée.',
  'Muster is overloaded. Try again in a moment.': 'Muster est surchargé. Réessayez dans un instant.',
  'Muster is starting. Try again in a moment.': 'Muster démarre. Réessayez dans un instant.',
  'Muster is stopping; try again in a moment.': 'Muster s’arrête. Réessayez dans un instant.',
  'Muster is stopping.': 'Muster s’arrête.',
  'Another request is changing the same record. Try again in a moment.':
    'Une autre demande modifie la même fiche. Réessayez dans un instant.',
  'This request took too long and was stopped. Ask for less at once: fewer conditions, a shorter page or a shorter period.':
    'Cette demande a pris trop de temps et a été arrêtée. Demandez-en moins à la fois : moins de critères, une page ou une période plus courte.',
  'The disk of the database is full. Nothing can be written until space is freed.':
    'Le disque de la base de données est plein. Rien ne peut être enregistré tant que de la place n’est pas libérée.',
  'The database has no free connection. Try again in a moment.':
    'La base de données n’a plus de connexion libre. Réessayez dans un instant.',
  'The database is not configured as Muster needs it. The server log says what to change.':
    'La base de données n’est pas configurée comme il faut. Le journal du serveur indique quoi changer.',
  'The database cannot be reached. Try again in a moment.':
    'La base de données ne répond pas. Réessayez dans un instant.',
  'A part of the database that this request needs cannot be reached. Try again in a moment.':
    'Une partie de la base de données ne répond pas. Réessayez dans un instant.',
  'The console was not built. `npm start` builds it.': 'La console n’a pas été construite. « npm start » la construit.',
  'There is no such file. Reload the page.': 'Ce fichier n’existe plus. Rechargez la page.',
  'Send METRICS_TOKEN as a bearer token.': 'Envoyez METRICS_TOKEN comme jeton.',
}
