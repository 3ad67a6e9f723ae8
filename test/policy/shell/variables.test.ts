import { describe, expect, it } from 'vitest';
import { assignmentRisk, plainVariable, secretVariable, steeringNote } from '../../../src/policy/shell/variables.js';
import { literal, unknownWord } from '../../../src/policy/shell/word.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

describe('what an assignment may do', () => {
  const harmless: readonly (readonly [name: string, value: string])[] = [
    ['LANG', 'C'],
    ['LC_ALL', 'C.UTF-8'],
    ['LC_CTYPE', 'en_US.UTF-8'],
    ['LANGUAGE', 'en:de'],
    ['TZ', 'UTC'],
    ['TZ', 'Europe/Berlin'],
    ['TZ', ''],
    ['NO_COLOR', '1'],
    ['FORCE_COLOR', '0'],
    ['CI', 'true'],
    ['TERM', 'dumb'],
    ['COLUMNS', '200'],
    ['LINES', '50'],
    ['NODE_ENV', 'test'],
    ['DEBUG', 'app:*'],
    ['VERBOSE', '1'],
    ['RUST_BACKTRACE', 'full'],
    ['PYTHONUNBUFFERED', '1'],
    ['PYTHONDONTWRITEBYTECODE', '1'],
    ['HISTSIZE', '0'],
    ['TIME_STYLE', 'long-iso'],
    ['PAGER', 'cat'],
    ['GIT_PAGER', 'cat'],
    ['GIT_PAGER', ''],
    ['GIT_OPTIONAL_LOCKS', '0'],
    ['GIT_TERMINAL_PROMPT', '0'],
    ['DEBIAN_FRONTEND', 'noninteractive'],
  ];
  it.each(harmless)('%s=%s is harmless', (name, value) => {
    expect(assignmentRisk(name, literal(value))).toEqual({ kind: 'harmless' });
  });

  const steering: readonly (readonly [name: string, value: string, note: string])[] = [
    ['FOO', 'bar', '`FOO` may steer what runs'],
    ['LANG', '/tmp/x', '`LANG` may steer what runs'],
    ['LC_ALL', '../x', '`LC_ALL` may steer what runs'],
    ['TZ', ':/tmp/x', '`TZ` may steer what runs'],
    ['TZ', '/tmp/x', '`TZ` may steer what runs'],
    ['DEBUG', '$(x)', '`DEBUG` may steer what runs'],
    ['LANG LANGUAGE', 'C', '`LANG LANGUAGE` may steer what runs'],
    ['constructor', '1', '`constructor` may steer what runs'],
    ['LC_X=1', 'C', '`LC_X=1` may steer what runs'],
    ['PAGER', './x.sh', '`PAGER` names a program or settings that other programs run'],
    ['GIT_PAGER', './x.sh', '`GIT_PAGER` changes what git does, and can make it run programs'],
    ['LD_PRELOAD', './x.so', '`LD_PRELOAD` tells the loader of programs which other code or files to use'],
    [
      'DYLD_INSERT_LIBRARIES',
      'x',
      '`DYLD_INSERT_LIBRARIES` tells the loader of programs which other code or files to use',
    ],
    ['PATH', './bin', '`PATH` says where programs are looked for'],
    ['PATH', '', '`PATH` says where programs are looked for'],
    ['PS4', '$(x)', '`PS4` changes what the shell does, and can make it run code'],
    ['HTTPS_PROXY', 'http://proxy.test', '`HTTPS_PROXY` says through which host connections go'],
    ['all_proxy', 'x', '`all_proxy` says through which host connections go'],
    [
      'NODE_TLS_REJECT_UNAUTHORIZED',
      '0',
      '`NODE_TLS_REJECT_UNAUTHORIZED` turns off the check who is at the other end of a connection',
    ],
  ];
  it.each(steering)('%s=%s steers', (name, value, note) => {
    expect(assignmentRisk(name, literal(value))).toEqual({ kind: 'steers', note });
  });

  it('proves nothing of a value that is not known', () => {
    expect(assignmentRisk('LANG', unknownWord('x'))).toEqual({ kind: 'steers', note: '`LANG` may steer what runs' });
  });

  it.each(
    listed(`LD_LIBRARY_PATH LD_AUDIT BASH_ENV ENV SHELLOPTS BASHOPTS IFS PROMPT_COMMAND CDPATH GLOBIGNORE HOME PWD
      EDITOR VISUAL BROWSER LESSOPEN LESSCLOSE LESS MANPAGER GIT_DIR GIT_SSH_COMMAND GIT_CONFIG_COUNT GIT_EXTERNAL_DIFF
      SSH_ASKPASS NODE_OPTIONS NODE_PATH PYTHONSTARTUP PYTHONPATH PYTHONINSPECT PERL5OPT PERL5LIB RUBYOPT RUBYLIB
      JAVA_TOOL_OPTIONS _JAVA_OPTIONS RIPGREP_CONFIG_PATH GREP_OPTIONS TAR_OPTIONS http_proxy NO_PROXY CURL_CA_BUNDLE
      SSL_CERT_FILE npm_config_registry PIP_INDEX_URL CARGO_HOME RUSTC_WRAPPER GOFLAGS MAKEFLAGS CC CXX LD AWKPATH
      POSIXLY_CORRECT BASH_FUNC_ls%% TMPDIR XDG_CONFIG_HOME KUBECONFIG DOCKER_HOST AWS_PROFILE GCONV_PATH`),
  )('knows what %s steers', (name) => {
    expect(steeringNote(name)).toContain(`\`${name}\` `);
    expect(assignmentRisk(name, literal('x')).kind).toBe('steers');
  });

  it.each(listed('FOO line X opt REPLY'))('knows of no program that goes by %s', (name) => {
    expect(steeringNote(name)).toBeUndefined();
  });
});

describe('which variables hold secrets', () => {
  it.each(
    listed(`TOKEN GITHUB_TOKEN GH_TOKEN NPM_TOKEN token npmToken SECRET CLIENT_SECRET secret_value PASSWORD DB_PASSWORD
      dbPassword PGPASSWORD MYSQL_PWD REDIS_PASSWD DB_PASS PASSPHRASE GPG_PASSPHRASE API_KEY OPENAI_API_KEY APIKEY
      MY_APIKEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN PRIVATE_KEY SSH_PRIVATE_KEY ENCRYPTION_KEY
      STRIPE_KEY SIGNING_KEYS SESSION_KEY CREDENTIAL GOOGLE_APPLICATION_CREDENTIALS AWS_CREDS AUTH NPM_AUTH BASIC_AUTH
      AUTH_HEADER AUTHORIZATION OAUTH_STATE SSH_AUTH_SOCK COOKIE SESSION_COOKIE GITLAB_PAT SENTRY_DSN DATABASE_URL
      REDIS_URL MONGODB_URI CONNECTION_STRING AZURE_STORAGE_CONNECTION_STRING JWT SLACK_WEBHOOK_URL ACCESS_TOKENS
      HF_TOKEN apiKey KEY`),
  )('%s', (name) => {
    expect(secretVariable(name)).toBe(true);
  });
});

describe('which variables hold none', () => {
  it.each(
    listed(`HOME USER PATH PWD OLDPWD SHELL KEYBOARD MONKEY TURKEY AUTHOR GIT_AUTHOR_NAME AUTHORS TOKENIZERS_PARALLELISM
      TOKENIZER MAX_TOKENS BYPASS COMPASS PASSENGER PATH_INFO PATTERN PUBLIC_KEY PRIMARY_KEY KEYMAP KEYWORDS NODE_ENV
      CI BASE_URL API_URL HOMEPAGE_URL PORT HOST SECTION CREDIT DESIGN LANG TERM EDITOR SSH_CONNECTION SSH_TTY
      XDG_SESSION_ID DISPLAY HISTFILE LS_COLORS i x file name`),
  )('%s', (name) => {
    expect(secretVariable(name)).toBe(false);
  });
});

describe('which variables are harmless to print', () => {
  it.each(
    listed(`HOME USER PWD OLDPWD SHELL PATH LANG TERM HOSTNAME LOGNAME UID EUID PPID RANDOM SECONDS LINENO BASH_VERSION
      OSTYPE MACHTYPE HOSTTYPE ? # $ ! _ - 0`),
  )('%s', (name) => {
    expect([plainVariable(name), secretVariable(name)]).toEqual([true, false]);
  });
  it.each(['', ' ', 'HOME USER', 'FOO', 'API_KEY', 'SSH_AUTH_SOCK', 'home'])('not %j', (name) => {
    expect(plainVariable(name)).toBe(false);
  });
});
