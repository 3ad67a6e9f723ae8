import type { Tool } from './tool.js';

const setup = 'packages run code of their own when they are installed';

export const pythonTools: Readonly<Record<string, Tool>> = {
  'pip pip2 pip3 pip3.10 pip3.11 pip3.12 pip3.13': {
    note: setup,
    versions: '--version -V',
    fetches: 'install download wheel index search list',
    reads: '-r --requirement -c --constraint',
  },
  pipx: { note: setup, fetches: 'install run upgrade upgrade-all inject reinstall', runs: 'run' },
  uv: {
    note: 'what it runs and installs is written in pyproject.toml and in the packages themselves',
    versions: '--version -V version',
    fetches: 'pip add sync run tool lock python venv publish self',
    runs: 'run',
    reads: '-r --requirement',
  },
  uvx: { note: 'uvx fetches a package and runs it', versions: '--version -V', fetches: '*', runs: '*' },
  'poetry pdm hatch rye pipenv': {
    note: 'what it runs and installs is written in pyproject.toml and in the packages themselves',
    versions: '--version -V',
    steering: '.poetry',
    fetches: 'install add update lock sync publish self build',
    runs: 'run exec',
  },
  'conda mamba micromamba': {
    note: setup,
    versions: '--version -V',
    fetches: 'install create update env search',
    runs: 'run',
  },
  pytest: {
    note: 'runs the tests of the project, and conftest.py',
    versions: '--version -V',
    // Asking for the version loads plugins: those of the settings, and conftest.py.
    steering: 'conftest.py tests/conftest.py test/conftest.py pytest.ini .pytest.ini pyproject.toml tox.ini setup.cfg',
  },
  tox: {
    note: 'what it runs is written in tox.ini',
    steering: 'toxfile.py tox.ini pyproject.toml setup.cfg',
    fetches: '*',
  },
  nox: { note: 'what it runs is written in noxfile.py', fetches: '*' },
  'ruff black isort autopep8 yapf': {
    note: 'checks or rewrites files as its settings say',
    versions: '--version -V',
  },
  'mypy pyright pylint flake8 bandit': {
    note: 'its settings may name plugins, which are programs',
    versions: '--version -V',
  },
  'twine build flit': { note: 'builds or sends out the package', fetches: 'upload publish' },
  'pre-commit': { note: 'what it runs is written in .pre-commit-config.yaml', fetches: '*' },
};
