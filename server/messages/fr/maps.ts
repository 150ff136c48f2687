/** Maps with streets. */
export const maps: Record<string, string> = {
  'The file has {0} bytes. Ask for a part of them.': 'Le fichier compte {0:number} octets : demandez-en une partie.',
  'There is no map of this version. It may have been replaced: read /v1/map again.':
    'Il n’y a pas de carte de cette version. Elle a peut-être été remplacée : relisez /v1/map.',
  'The contents of the map are missing from the storage. Upload the map again.':
    'Le contenu de la carte manque dans le stockage. Envoyez la carte à nouveau.',
  'The map cannot be reached at the moment. Try again in a minute.':
    'La carte est injoignable pour le moment. Réessayez dans une minute.',
  'Ask for a part of this map with the header Range, up to 1 MB.':
    'Demandez une partie de cette carte avec l’en-tête Range, 1 Mo au plus.',
  'There is no such map, or you cannot see it.': 'Cette carte n’existe pas, ou vous ne pouvez pas la voir.',
  'Your space is uploading other files. Wait until one has arrived.':
    'Votre espace envoie déjà d’autres fichiers. Attendez que l’un d’eux soit arrivé.',
  'The files of your space may have {0} MB together, and this map does not fit. Delete files, or send a smaller region.':
    'Les fichiers de votre espace peuvent occuper {0:number} Mo en tout, et cette carte n’y tient pas. Supprimez des fichiers, ou choisissez une région plus petite.',
  'must end in .pmtiles': 'Le nom doit se terminer par .pmtiles.',
  'is not a map in the format PMTiles': 'Ce fichier n’est pas une carte au format PMTiles.',
  'has version {0} of PMTiles; Muster reads version 3':
    'Cette carte est en version {0} de PMTiles ; Muster lit la version 3.',
  'has {0} tiles; Muster draws vector tiles (MVT)':
    'Cette carte contient des images ({0}) ; Muster dessine des tuiles vectorielles (MVT).',
  'is compressed in a way that browsers cannot read; use gzip':
    'Cette carte est compressée d’une façon que les navigateurs ne lisent pas : utilisez gzip.',
  'is not complete: the end of the map is missing. Send the whole file':
    'Ce fichier est incomplet : la fin de la carte manque. Envoyez le fichier entier.',
  'has no list of tiles that can be read': 'La liste des tuiles de cette carte est illisible.',
  'does not say which region it shows': 'Cette carte n’indique pas la région qu’elle couvre.',
  'does not say which zoom levels it has': 'Cette carte n’indique pas ses niveaux de zoom.',
  'has a description that is too long': 'La description de cette carte est trop longue.',
  'has a description that cannot be read. It may be damaged':
    'La description de cette carte est illisible : le fichier est peut-être abîmé.',
  'has no layer with streets. Its layers are {0}; Muster draws those of Protomaps and OpenMapTiles':
    'Cette carte n’a pas de couche de rues. Ses couches : {0}. Muster dessine celles de Protomaps et d’OpenMapTiles.',
}
