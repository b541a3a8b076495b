const HOSTS = [
  'shields\\.io/',
  'badge\\.fury\\.io/',
  'badgen\\.net/',
  'badges\\.gitter\\.im/',
  'badges\\.greenkeeper\\.io/',
  'travis-ci\\.(?:org|com)/',
  'ci\\.appveyor\\.com/api/projects/status/',
  'circleci\\.com/',
  'codecov\\.io/',
  'coveralls\\.io/repos/',
  'codeclimate\\.com/',
  '(?:api|app)\\.codacy\\.com/',
  'david-dm\\.org/',
  'snyk\\.io/test/',
  'sonarcloud\\.io/api/project_badges/',
  'isitmaintained\\.com/badge/',
  'nodei\\.co/npm/',
  'packagephobia\\.(?:com|now\\.sh)/badge',
  'deps\\.rs/repo/',
  'readthedocs\\.org/projects/[^/]{1,100}/badge',
  'zenodo\\.org/badge/',
  'api\\.netlify\\.com/api/v1/badges/',
  'gitpod\\.io/button/',
  'contrib\\.rocks/image',
  'opencollective\\.com/[^/]{1,100}/(?:contributors|backers?|sponsors?|tiers?|organizations?|individuals?)[/.]',
]
const PATHS = [
  '/badges?[./]',
  '[./-]badge\\.(?:svg|png)',
  '/workflows/[^\\s]{1,200}/badge',
  '/actions/workflows/[^\\s]{1,200}badge\\.svg',
]

/** Addresses of images that say how a project is doing (built, covered, downloaded, funded) and not what it does. */
const BADGE_URL = new RegExp(
  `^(?:https?:)?//(?:[\\w-]{1,60}\\.){0,3}(?:${HOSTS.join('|')})|(?:${PATHS.join('|')})`,
  'i',
)
const HINT =
  /badge|shields|travis-ci|appveyor|circleci|codecov|coveralls|codeclimate|codacy|david-dm|snyk|nodei\.co|deps\.rs|gitpod|contrib\.rocks|opencollective|greenkeeper/i

/** @param url of an image. */
export function isBadgeUrl(url: string): boolean {
  return BADGE_URL.test(url)
}

/** A quick test of whether a text may name a badge at all. */
export function mayNameBadge(text: string): boolean {
  return HINT.test(text)
}
