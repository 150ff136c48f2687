/** Users, roles, teams, spaces, sign-in and integrations. */
export const organisation: Record<string, string> = {
  'The issuer of this token cannot be reached. Try again in a moment.':
    'Le service qui a émis ce jeton ne répond pas. Réessayez dans un instant.',
  'Too many people are signing in. Try again in a moment.':
    'Trop de connexions en même temps. Réessayez dans un instant.',
  'This space requires a second factor. Set one up on your account page, then try again.':
    'Cet espace demande la validation en deux étapes. Activez-la sur la page de votre compte, puis réessayez.',
  'This space requires that you sign in through your organisation. Sign in again and choose it.':
    'Cet espace demande de se connecter par votre organisation. Reconnectez-vous en la choisissant.',
  'You already have a second factor. Turn it off before you set up another.':
    'La validation en deux étapes est déjà active. Désactivez-la avant d’en configurer une autre.',
  'You have no second factor and would be locked out. Set one up on your account page first.':
    'Vous n’avez pas activé la validation en deux étapes et perdriez l’accès. Activez-la d’abord sur la page de votre compte.',
  'This account no longer exists.': 'Ce compte n’existe plus.',
  'This form was sent from another site. Go back to Muster and send it from there.':
    'Ce formulaire a été envoyé depuis un autre site. Revenez dans Muster et renvoyez-le.',
  'Another account has this address.': 'Cette adresse est déjà utilisée par un autre compte.',
  'An account with the address {0} already exists.': 'Un compte avec l’adresse {0} existe déjà.',
  'Another user of this space already has the address {0}.':
    'L’adresse {0} est déjà utilisée par une autre personne de cet espace.',
  'The role {0} is above your own.': 'Le rôle {0} est au-dessus du vôtre.',
  'The role {0} has the permission {1}, which your role or token lacks.':
    'Le rôle {0} comporte la permission {1}, que vous n’avez pas.',
  'Your role or token lacks the permission {0}, so you cannot grant it.':
    'Vous ne pouvez pas accorder la permission {0} : vous ne l’avez pas.',
  'You have reached the limit of {0} {1}s. Delete one first.':
    'Vous avez atteint la limite de {0:number} {1:saved filter=filtres enregistrés|saved view=vues enregistrées|other=éléments}. Supprimez-en d’abord.',
  'Only the owner of this {0} and users with the permission filters:manage can change it.':
    'Seules la personne qui a créé {0:saved filter=ce filtre|saved view=cette vue|other=cet élément} et celles qui ont la permission filters:manage peuvent le modifier.',
  'This person has a higher role than yours.': 'Cette personne a un rôle supérieur au vôtre.',
  'Your role only lets you invite people with the role of type user.':
    'Votre rôle vous permet seulement d’inviter des personnes avec le rôle de type « user ».',
  'This is the last superadmin of the space. Give another user that role first.':
    'C’est la dernière personne super-administratrice de l’espace. Donnez d’abord ce rôle à quelqu’un d’autre.',
  '{0} is already a member of this space with another role; change it with PATCH /users/role.':
    '{0} fait déjà partie de cet espace avec un autre rôle : changez-le dans la liste des personnes.',
  'Try again in an hour.': 'Réessayez dans une heure.',
  'Try again in {0} hours.': 'Réessayez dans {0} heures.',
  'A space can send {0} invitations a day, and this request exceeds that limit. {1}':
    'Un espace peut envoyer {0:number} invitations par jour, et cette limite serait dépassée. {1}',
  '{0} has received the maximum number of invitations for a day. {1}':
    '{0} a reçu le nombre maximal d’invitations pour aujourd’hui. {1}',
  'There is no such pending invitation, or you cannot see it.':
    'Cette invitation n’est plus en attente, ou vous ne pouvez pas la voir.',
  'You no longer belong to this space; sign in again.': 'Vous ne faites plus partie de cet espace : reconnectez-vous.',
  'You are no longer a member of this space.': 'Vous ne faites plus partie de cet espace.',
  'A role named {0} already exists.': 'Un rôle nommé {0} existe déjà.',
  'There is no such role, or you cannot see it.': 'Ce rôle n’existe pas, ou vous ne pouvez pas le voir.',
  'cannot change for a built-in role': 'Ce champ ne change pas pour un rôle prédéfini.',
  'cannot change for a built-in role; create a custom role instead':
    'Ce champ ne change pas pour un rôle prédéfini : créez plutôt un rôle à vous.',
  'The four built-in roles of a space cannot be deleted.':
    'Les quatre rôles prédéfinis d’un espace ne peuvent pas être supprimés.',
  'Users or open invitations have this role. Give them another role first.':
    'Des personnes ou des invitations en attente ont ce rôle. Donnez-leur d’abord un autre rôle.',
  'There is no such space, or you cannot see it.': 'Cet espace n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such logo, or you cannot see it.': 'Ce logo n’existe pas, ou vous ne pouvez pas le voir.',
  'The logo cannot be printed. Save it as PNG with 8 bits per colour or as JPEG, at most {0} pixels wide and high.':
    'Ce logo ne peut pas être imprimé. Enregistrez-le en PNG avec 8 bits par couleur ou en JPEG, de {0} pixels au plus en largeur et en hauteur.',
  'is not a SIREN: its last digit does not fit the others; check each digit':
    'Ce n’est pas un SIREN : son dernier chiffre ne correspond pas aux autres. Vérifiez chaque chiffre.',
  'is not a time zone that this server knows, such as Europe/Paris':
    'Ce serveur ne connaît pas ce fuseau horaire. Indiquez par exemple Europe/Paris.',
  'You cannot suspend yourself. Ask another administrator.':
    'Vous ne pouvez pas vous suspendre. Demandez à une autre personne qui administre l’espace.',
  'This user is suspended already.': 'Cette personne est déjà suspendue.',
  'There is no such suspension, or you cannot see it.': 'Cette suspension n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such user, or you cannot see it.': 'Cette personne n’existe pas, ou vous ne pouvez pas la voir.',
  'A space can have at most {0} teams. Delete teams that are no longer used first.':
    'Un espace peut avoir au plus {0:number} équipes. Supprimez d’abord celles qui ne servent plus.',
  'The teams of a space can have at most {0} memberships in total. Remove some first.':
    'Les équipes d’un espace peuvent compter au plus {0:number} membres au total. Retirez-en d’abord.',
  'is {0}, which is not a user visible to you': 'La personne {0} n’existe pas, ou vous ne pouvez pas la voir.',
  'is not a user visible to you': 'Cette personne n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such team, or you cannot see it.': 'Cette équipe n’existe pas, ou vous ne pouvez pas la voir.',
  'Only the leaders of this team, its creator and users with the permission teams:manage can change it.':
    'Seules les personnes responsables de cette équipe, celle qui l’a créée et celles qui ont la permission teams:manage peuvent la modifier.',
  'An integration can only act in its own space.': 'Une intégration n’agit que dans son propre espace.',
  'You can only select spaces that you belong to.': 'Vous ne pouvez choisir que des espaces dont vous faites partie.',
  'Your access to this space is suspended.': 'Votre accès à cet espace est suspendu.',
  'You can only change your own details: your role or token lacks the permission users:write.':
    'Vous ne pouvez modifier que vos propres coordonnées : il vous manque la permission users:write.',
  'can only change together with UpdateToken: true': 'Ce champ ne change qu’avec UpdateToken: true.',
  'You can only select spaces for yourself.': 'Vous ne pouvez choisir des espaces que pour vous-même.',
  'is not a role of your space': 'Ce rôle n’existe pas dans votre espace.',

  'has {0}, which is not an event type': 'Le type d’événement {0} n’existe pas.',
  'Events after this cursor have expired. Get a new cursor with from=now, read the records you need once, then continue with that cursor.':
    'Les événements après ce curseur ont expiré. Demandez un nouveau curseur avec from=now, relisez une fois les fiches utiles, puis continuez avec ce curseur.',
  'There is no such grant, or you cannot see it.': 'Cet accès n’existe pas, ou vous ne pouvez pas le voir.',
  'The space has reached the limit of {0} integrations. End one first.':
    'L’espace a atteint la limite de {0:number} intégrations. Mettez-en d’abord fin à une.',
  'is not in normal form; write {0}': 'Écrivez cette adresse ainsi : {0}.',
  'The integration already has {0} secrets. End the one that is no longer used first.':
    'L’intégration a déjà {0} secrets. Mettez d’abord fin à celui qui ne sert plus.',
  'There is no such integration, or you cannot see it.':
    'Cette intégration n’existe pas, ou vous ne pouvez pas la voir.',
  'A public integration has no secret.': 'Une intégration publique n’a pas de secret.',
  'Only a person can create or change integrations and secrets, not an integration.':
    'Seule une personne peut créer ou modifier des intégrations et des secrets, pas une intégration.',
  'must be left out for a public integration, which only acts for people':
    'Laissez ce champ vide pour une intégration publique : elle n’agit qu’au nom de personnes.',
  'must be true for a public integration, which has no secret':
    'Ce champ doit valoir true pour une intégration publique, qui n’a pas de secret.',
  'must have at least one scope for an integration that acts by itself':
    'Choisissez au moins une permission pour une intégration qui agit seule.',
  'or role_id is required: an integration acts for people, by itself, or both':
    'Indiquez des adresses de retour ou un rôle : une intégration agit au nom de personnes, seule, ou les deux.',
  'must start with https://, or with http:// on 127.0.0.1, [::1] or localhost':
    'L’adresse doit commencer par https://, ou par http:// sur 127.0.0.1, [::1] ou localhost.',
  'must not have a fragment (a part after #)': 'L’adresse ne doit pas comporter de partie après #.',
  'must be one URL, without *': 'Indiquez une seule adresse, sans *.',
  'must not contain a user name or password': 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'must not contain encoded dots or slashes': 'L’adresse ne doit pas contenir de points ou de barres encodés.',
  'There is no such secret, or you cannot see it.': 'Ce secret n’existe pas, ou vous ne pouvez pas le voir.',
  'There is no such job, or you cannot see it.': 'Ce traitement n’existe pas, ou vous ne pouvez pas le voir.',
  'This job has already ended and cannot be cancelled.': 'Ce traitement est déjà terminé et ne peut plus être annulé.',
  'The user who started this job has left the space.': 'La personne qui a lancé ce traitement a quitté l’espace.',
  'There is no such session, or you cannot see it.': 'Cette session n’existe pas, ou vous ne pouvez pas la voir.',
  'You have reached the limit of {0} tokens in this space. End one first.':
    'Vous avez atteint la limite de {0:number} jetons dans cet espace. Mettez d’abord fin à l’un d’eux.',
  'Only users with the permission space:manage can see the tokens of other users.':
    'Seules les personnes qui ont la permission space:manage voient les jetons des autres.',
  'Create personal tokens in the console, or on the server with "./muster token create".':
    'Créez les jetons personnels dans la console, ou sur le serveur avec « ./muster token create ».',
  'There is no such token, or you cannot see it.': 'Ce jeton n’existe pas, ou vous ne pouvez pas le voir.',
  'This webhook no longer receives {0}. Add that type to the webhook first.':
    'Ce webhook ne reçoit plus {0}. Ajoutez-lui d’abord ce type.',
  'There are more than {0} events since then. Choose a later time, or read them from GET /v1/changes.':
    'Il y a plus de {0:number} événements depuis. Choisissez une date plus récente, ou lisez-les avec GET /v1/changes.',
  'The space has reached the limit of {0} webhooks. Delete one first.':
    'L’espace a atteint la limite de {0:number} webhooks. Supprimez-en d’abord un.',
  'An event type of this webhook requires the permission {0}, which your role or token lacks.':
    'Un type d’événement de ce webhook demande la permission {0}, que vous n’avez pas.',
  'must have at most {0} characters after percent-encoding':
    'Cette adresse est trop longue : {0:number} caractères au plus une fois encodée.',
  'There is no such delivery, or you cannot see it.': 'Cet envoi n’existe pas, ou vous ne pouvez pas le voir.',
  'This webhook is disabled. Enable it first.': 'Ce webhook est désactivé. Activez-le d’abord.',
  'There is no such webhook, or you cannot see it.': 'Ce webhook n’existe pas, ou vous ne pouvez pas le voir.',
  'must be an https URL': 'Indiquez une adresse https.',
  'must not have a fragment, which is never sent':
    'L’adresse ne doit pas comporter de partie après # : elle n’est jamais envoyée.',
  'must be on the public internet': 'L’adresse doit être accessible sur l’internet public.',
  'the address is not https': 'l’adresse n’est pas en https',
  'the host is not on the public internet': 'le serveur n’est pas sur l’internet public',
  'the host name has no address': 'ce nom de serveur n’a pas d’adresse',
  'the connection was closed without an answer': 'la connexion a été fermée sans réponse',
  'no answer within {0} seconds': 'pas de réponse en {0:number} secondes',
  'the host refused the connection': 'le serveur a refusé la connexion',
  'the host closed the connection': 'le serveur a fermé la connexion',
  'the host name is not known': 'ce nom de serveur est inconnu',
  'the host cannot be reached': 'le serveur est injoignable',
  'the certificate of the host has expired': 'le certificat du serveur a expiré',
  'the certificate of the host is not signed by a known authority':
    'le certificat du serveur n’est pas signé par une autorité reconnue',
  'the certificate of the host is for another name': 'le certificat du serveur est établi pour un autre nom',

  'There is no such identity provider, or you cannot see it.':
    'Ce fournisseur d’identité n’existe pas, ou vous ne pouvez pas le voir.',
  'The space has reached the limit of {0} providers. Delete one first.':
    'L’espace a atteint la limite de {0:number} fournisseurs. Supprimez-en un d’abord.',
  'The space already has a provider for {0}. Change or delete that one.':
    'L’espace a déjà un fournisseur pour {0}. Modifiez-le ou supprimez-le.',
  'The name servers of {0} did not answer. Try again in a moment.':
    'Les serveurs de noms de {0} ne répondent pas. Réessayez dans un instant.',
  'The TXT record of {0} was not found. Add "{1}"; a new record can take an hour to appear.':
    'L’enregistrement TXT de {0} est introuvable. Ajoutez « {1} » ; il peut mettre une heure à apparaître.',
  'The client secret cannot be read, because the key of the server has changed. Enter it again.':
    'Le secret du client est illisible, car la clé du serveur a changé. Saisissez-le de nouveau.',
  'Another space on this server has just proved {0}. Check again.':
    'Un autre espace de ce serveur vient de prouver {0}. Vérifiez de nouveau.',
  'Another space on this server signs in {0}, and its TXT record is still there. Remove that "muster-verification" record first.':
    'Un autre espace de ce serveur connecte les adresses de {0}, et son enregistrement TXT y est encore. Retirez d’abord cet enregistrement « muster-verification ».',
  'Prove the domain and turn the provider on before you require it.':
    'Prouvez le domaine et activez le fournisseur avant de le rendre obligatoire.',
  'Set up a second factor on your account page first. With it you can still sign in with your password if the provider fails.':
    'Activez d’abord la validation en deux étapes sur la page de votre compte. Grâce à elle, votre mot de passe fonctionnera encore si le fournisseur tombe en panne.',
  'There is no such connection, or you cannot see it.': 'Ce lien n’existe pas, ou vous ne pouvez pas le voir.',
  'Issuer and client ID cannot change once the domain was proved. Create another provider.':
    'L’émetteur et l’identifiant client ne changent plus une fois le domaine vérifié. Créez un autre fournisseur.',
  'must be entered again with a new issuer or client ID':
    'Saisissez-le à nouveau avec le nouvel émetteur ou le nouvel identifiant client.',
  'is not the address of an OpenID Connect provider: {0}':
    'Aucun fournisseur OpenID Connect ne répond à cette adresse : {0}',
  'No OpenID Connect provider was found at {0}: {1}': 'Aucun fournisseur OpenID Connect ne répond à {0} : {1}',
  'must not be the role of superadmins, whom you invite yourself':
    'Ce rôle ne peut pas être celui des super-administrateurs : invitez-les vous-même.',
  'must not have a query or fragment': 'L’adresse ne doit contenir ni « ? » ni « # ».',
  'must end before /.well-known/openid-configuration':
    'Retirez /.well-known/openid-configuration de la fin de l’adresse.',
  'must be a domain such as example.org': 'Indiquez un domaine, comme example.org.',
  'You signed in through the provider of this space. To open another one, sign out and sign in with your password.':
    'Vous êtes entré·e par le fournisseur de cet espace. Pour en ouvrir un autre, reconnectez-vous avec votre mot de passe.',
}
