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
    listed(`
  HOME USER PWD OLDPWD SHELL PATH LANG LANGUAGE LC_ALL LC_CTYPE TERM HOSTNAME LOGNAME UID EUID PPID GROUPS RANDOM
  SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO SHLVL COLUMNS LINES IFS BASHPID BASH BASH_VERSION
  BASH_VERSINFO BASH_SUBSHELL OSTYPE MACHTYPE HOSTTYPE TZ TMPDIR PIPESTATUS OPTIND ? # $ ! _ - 0
`),
  )('%s', (name) => {
    expect([plainVariable(name), secretVariable(name)]).toEqual([true, false]);
  });
  it.each(['', ' ', 'HOME USER', 'FOO', 'API_KEY', 'SSH_AUTH_SOCK', 'home'])('not %j', (name) => {
    expect(plainVariable(name)).toBe(false);
  });
});

const programs: readonly (readonly [does: string, names: string])[] = [
  [
    'tells the loader of programs which other code or files to use',
    `
      GCONV_PATH LOCPATH NLSPATH GETCONF_DIR MALLOC_TRACE RES_OPTIONS HOSTALIASES RESOLV_HOST_CONF GLIBC_TUNABLES LD_X
      DYLD_X
    `,
  ],
  ['says where programs are looked for', 'PATH EXECIGNORE'],
  [
    'changes what the shell does, and can make it run code',
    `
      BASH_ENV ENV PS0 PS1 PS2 PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS BASH_XTRACEFD BASH_LOADABLES_PATH BASH_COMPAT
      ZDOTDIR KSH_ENV INPUTRC FCEDIT TMOUT TIMEFORMAT POSIXLY_CORRECT HISTFILE HISTCONTROL HISTIGNORE histchars
      auto_resume CHILD_MAX MAILPATH COMP_WORDBREAKS BASH_FUNC_X
    `,
  ],
  ['changes how the shell reads the words that follow', 'IFS GLOBIGNORE GLOBSORT CDPATH'],
  ['says in which folder files are looked for', 'HOME PWD OLDPWD TMPDIR TMP TEMP USERPROFILE APPDATA XDG_X'],
  ['says which shell or user programs go by', 'SHELL USER LOGNAME'],
  [
    'names a program or settings that other programs run',
    `
      PAGER MANPAGER EDITOR VISUAL BROWSER LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_CONTENT LESSEDIT
      LESSSECURE MORE MOST_EDITOR MANOPT MANROFFOPT MANPATH SUDO_EDITOR SUDO_ASKPASS SYSTEMD_EDITOR SYSTEMD_PAGER
      SYSTEMD_LESS DELTA_PAGER BAT_PAGER BAT_OPTS BAT_CONFIG_PATH PSQL_PAGER PSQL_EDITOR PSQLRC MYSQL_PS1 EXINIT
      VIMINIT VIM VIMRUNTIME MYVIMRC NVIM_LISTEN_ADDRESS
    `,
  ],
  ['changes what git does, and can make it run programs', 'GIT_X'],
  ['changes how other machines are reached', 'CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG RSYNC_PROXY DISPLAY SSH_X'],
  [
    'makes JavaScript programs load other code',
    `
      NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS BUN_CONFIG_REGISTRY TS_NODE_PROJECT DENO_DIR
      TS_NODE_X BUN_INSPECTX
    `,
  ],
  ['turns off the check who is at the other end of a connection', 'NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY'],
  [
    'changes whom connections trust, or how they are made',
    `
      CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS CURL_HOME CURL_SSL_BACKEND OPENSSL_CONF OPENSSL_MODULES
      OPENSSL_ENGINES WGETRC SYSTEM_WGETRC SSLKEYLOGFILE AWS_CA_BUNDLE SSL_CERT_X
    `,
  ],
  ['changes which code Python loads', 'PYTHONX PYTEST_X VIRTUAL_ENVX CONDA_X'],
  ['makes Perl load other code', 'PERL5OPT PERL5LIB PERLLIB PERL5DB PERL_MM_OPT PERL_MB_OPT PERLIO_DEBUG PERL5SHELL'],
  ['makes Ruby load other code', 'RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_X'],
  [
    'makes Java load other code',
    `
      JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS GRADLE_OPTS ANT_OPTS
      SBT_OPTS JAVACMD MAVEN_X GRADLE_X
    `,
  ],
  [
    'makes the interpreter load other code',
    `
      PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS
      JULIA_LOAD_PATH JULIA_DEPOT_PATH ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS ELIXIR_ERL_OPTIONS GUILE_LOAD_PATH
      TCLLIBPATH OCTAVE_SITE_INITFILE GHCRTS OCAMLRUNPARAM PLTADDONDIR DOTNET_STARTUP_HOOKS COREHOST_TRACEFILE
      PSModulePath LUA_INIT_X LUA_PATH_X LUA_CPATH_X COR_X CORECLR_X DOTNET_X
    `,
  ],
  ['makes awk load other code', 'AWKPATH AWKLIBPATH AWK_HASH GAWK_READ_TIMEOUT'],
  [
    'gives a program options or settings that do not stand in the command',
    `
      RIPGREP_CONFIG_PATH GREP_OPTIONS TAR_OPTIONS TAPE RSH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE
      ACK_OPTIONS ACKRC BZIP BZIP2 GZIP XZ_OPT XZ_DEFAULTS ZIPOPT UNZIP ZSTD_CLEVEL LS_OPTIONS DIFF_OPTIONS
      TREE_COLORS FIGNORE FD_OPTIONS EZA_CONFIG_DIR PARALLEL PARALLEL_SHELL PARALLEL_HOME MAGIC LSOF_OPTIONS PS_FORMAT
      PS_PERSONALITY TERMINFO TERMINFO_DIRS TERMCAP TZDIR
    `,
  ],
  [
    'changes what the package manager fetches and runs',
    `
      npm_execpath npm_node_execpath PREFIX COREPACK_NPM_REGISTRY UV_INDEX_URL UV_DEFAULT_INDEX HUSKY npm_config_X
      NPM_CONFIG_X YARN_X PNPM_X PIP_X UV_X POETRY_X COREPACK_X HOMEBREW_X
    `,
  ],
  [
    'changes what is built, and with which programs',
    `
      RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC RUSTFLAGS RUSTUP_TOOLCHAIN RUSTUP_HOME GOFLAGS GOPATH GOROOT
      GOBIN GOPROXY GOENV GOTOOLCHAIN GOSUMDB GONOSUMDB GOPRIVATE GOINSECURE MAKE MAKEFLAGS GNUMAKEFLAGS MFLAGS
      MAKEFILES MAKELEVEL CC CXX CPP LD AR AS NM RANLIB STRIP FC CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBRARY_PATH CPATH
      C_INCLUDE_PATH CPLUS_INCLUDE_PATH COMPILER_PATH GCC_EXEC_PREFIX CCACHE_PREFIX CCACHE_COMPILER PKG_CONFIG
      PKG_CONFIG_PATH CONFIG_SHELL CONFIG_SITE NINJAFLAGS SHELLCHECK_OPTS CARGO_X CMAKE_X CGO_X DISTCC_X CCACHE_X
    `,
  ],
  [
    'says with which account or machine a program works',
    `
      KUBECONFIG DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT BUILDKIT_HOST GNUPGHOME NETRC PGHOST PGSERVICEFILE
      PGPASSFILE PGSYSCONFDIR MYSQL_HOME BOTO_CONFIG CLOUDSDK_CONFIG AWS_X AZURE_X GOOGLE_X ANSIBLE_X TF_X VAULT_X
    `,
  ],
];

describe('which programs go by a variable', () => {
  it.each(programs.flatMap(([does, names]) => listed(names).map((name) => [name, does] as const)))(
    '%s %s',
    (name, does) => {
      expect(steeringNote(name)).toBe(`\`${name}\` ${does}`);
    },
  );
});

describe('variables that only change how things are printed', () => {
  it.each(
    listed(`
  LANG LANGUAGE TZ NO_COLOR FORCE_COLOR COLOR COLORTERM CLICOLOR CLICOLOR_FORCE CI TERM COLUMNS LINES NODE_ENV
  NODE_NO_WARNINGS DEBUG VERBOSE RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING
  PYTHONUTF8 PYTHONHASHSEED HISTSIZE HISTFILESIZE TIME_STYLE BLOCK_SIZE BLOCKSIZE QUOTING_STYLE TABSIZE LS_COLORS
  GREP_COLOR GREP_COLORS JQ_COLORS SOURCE_DATE_EPOCH
`),
  )('%s', (name) => {
    expect(assignmentRisk(name, literal('x'))).toEqual({ kind: 'harmless' });
    for (const value of ['/x', ':x', '../x', '$(x)'])
      expect(assignmentRisk(name, literal(value)).kind, value).toBe('steers');
  });
});

describe('words that stand for a secret', () => {
  it.each(
    listed(`
  TOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PASSCODE CREDENTIAL CREDENTIALS CRED CREDS APIKEY
  APIKEYS AUTH OAUTH OAUTH2 AUTHORIZATION AUTHTOKEN BEARER COOKIE COOKIES PAT DSN JWT PRIVKEY PRIVATEKEY ACCESSKEY
  SECRETKEY SIGNINGKEY WEBHOOK MNEMONIC SEEDPHRASE PGPASS TOTP
`),
  )('%s', (word) => {
    for (const name of [word, `MY_${word}`, `${word}_X`, `my_${word.toLowerCase()}`])
      expect(secretVariable(name), name).toBe(true);
  });
  it.each(
    listed(`
  PASSWORD PASSWD SECRET PASSPHRASE APIKEY CREDENTIAL ACCESSTOKEN AUTHTOKEN PRIVATEKEY
`),
  )('%s, also within a word', (part) => {
    expect(secretVariable(`MY${part}X`)).toBe(true);
  });
  it.each(
    listed(`
  API_KEY ACCESS_KEY PRIVATE_KEY SESSION_KEY SECRET_KEY CONNECTION_STRING CONN_STR CONNECTION_STR SEED_PHRASE
`),
  )('%s', (pair) => {
    for (const name of [pair, `MY_${pair}`, `${pair}_ID`]) expect(secretVariable(name), name).toBe(true);
  });
  it.each(listed('PUBLIC PRIMARY FOREIGN'))('%s_KEY is open', (word) => {
    expect([secretVariable(`${word}_KEY`), secretVariable(`${word}_KEYS`)]).toEqual([false, false]);
  });
  it.each(listed('MAX MIN NUM COUNT TOTAL LIMIT BUDGET'))('%s_TOKENS is a number', (word) => {
    expect([secretVariable(`${word}_TOKENS`), secretVariable(`TOKENS_${word}`)]).toEqual([false, false]);
  });
  it.each(
    listed(`
  DATABASE DB REDIS MONGO MONGODB POSTGRES POSTGRESQL PG MYSQL MARIADB AMQP RABBITMQ CLOUDAMQP JDBC CLICKHOUSE
  ELASTICSEARCH SMTP BROKER REDISCLOUD JAWSDB SQLALCHEMY
`),
  )('%s_URL holds a password', (word) => {
    expect([secretVariable(`${word}_URL`), secretVariable(`MY_${word}_URI`), secretVariable(`${word}_HOST`)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
