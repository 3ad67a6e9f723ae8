import type { Group } from '../requirements.js';

/** What is promised of secrets: what is one, how it is masked, and where. */
// biome-ignore format: one line a requirement
export const secret = {
  'secret.mask.encodings': { says: 'a known value is masked in every claimed encoding; no eight characters of it remain' },
  'secret.mask.split': { says: 'it is masked however the output is cut into pieces' },
  'secret.mask.overlap': { says: 'of values that overlap nothing remains, and they get one mark' },
  'secret.mask.lines': { says: 'of a value of several lines each long line is masked by itself' },
  'secret.mask.idempotent': { says: 'what was masked stays as it is when it is masked again' },
  'secret.mask.unchanged': { says: 'what holds no secret passes byte for byte, also binary and broken UTF-8' },
  'secret.mask.prompt': { says: 'held back is only what may be the beginning of a secret: whole lines and prompts pass at once' },
  'secret.mask.bounded': { says: 'what is held back is bounded, whatever comes' },
  'secret.mask.find': { says: 'a known value is found in an argument, also split by quotes or behind percent signs' },

  'secret.shape.found': { says: 'what has the shape of a secret of a known maker is masked: tokens, keys, passwords in URLs, key files' },
  'secret.shape.alarms': { says: 'ordinary text has fewer than one false alarm a megabyte' },

  'secret.source.variables': { says: 'variables whose name says so are secret, and passwords within URLs of any' },
  'secret.source.ordinary': { says: 'ordinary words, numbers, paths, hosts and names are no secrets, whatever their variable is called' },
  'secret.source.named': { says: 'variables and files that the config names are secret' },
  'secret.source.dotenv': { says: 'what .env files of the workspace hold under such names is secret; examples of them are not read' },
  'secret.source.home': { says: 'passwords, tokens and keys in the usual files of the home folder are secret' },
  'secret.source.fresh': { says: 'a changed or new .env file counts from the next use on; nothing is read before the first' },
  'secret.source.kept': { says: 'what was secret once in a session stays secret, also when its file is moved or changed' },
  'secret.source.bounded': { says: 'files that are too large, are no files or cannot be read are passed over' },

  'secret.exit.results': { says: 'results are masked before they are stored: what the model reads, what a person reads, failures and their data, and the blob of the whole' },
  'secret.exit.output': { says: 'what a process prints is masked before a tool sees it, also split over chunks; nothing else is lost or held up' },
  'secret.exit.blobs': { says: 'blobs of tools are masked as they are written; what undo needs and pictures are kept byte for byte' },
  'secret.exit.events': { says: 'every event and delta that a session tells is masked; stored arguments alone stay as they were made' },
  'secret.exit.question': { says: 'a question and its preview are masked, and what runs after a yes is what was asked about' },
  'secret.exit.model': { says: 'no request to a model holds a known value: not in messages, calls, results or instructions, also of a session that is gone on with' },
  'secret.exit.answer': { says: 'words of a model are masked, also as they come; what the provider wants back unchanged is left out when it holds a known value' },
  'secret.exit.commands': { says: 'every command that shows what is stored, or what a server said, masks it' },
  'secret.exit.log': { says: 'log lines and errors are masked' },
  'secret.exit.property': { says: 'no known value leaves by any exit in any claimed encoding, whichever way it came in' },
  'secret.exit.count': { says: 'how many secrets were masked is told with the call, and once with a message of the person' },
  'secret.exit.write': { says: 'a mark that a file did not hold is not written into it, and an edit across one says so' },
  'secret.config.named': { says: 'the setting secrets names variables and files; those of all layers count' },
  'secret.sent.denied': { says: 'a call that would hand over a known value is denied in every mode, by every rule, and the reason names the secret and not the value' },
  'secret.sent.cases': { says: 'in URL, body, header, command or argument of a server, plain, encoded or split by quotes, it is found; what holds none is not denied' },
  'secret.child.environment': { says: 'no child process inherits a secret of the environment, nor finds it under /proc' },

  'secret.bench.speed': { says: 'masking has a bar: 100 MB/s with twenty known values and all shapes' },
  'secret.bench.hostile': { says: 'masking text made to be slow has a bar: a megabyte takes at most 1.5 times as long as its sixteen parts' },
} as const satisfies Group;
