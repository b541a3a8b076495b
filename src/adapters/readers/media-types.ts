/** Media types that a document may have, and the extensions (without dot) and file names that say so. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/markdown': 'md markdown mdown mkd mkdn mdx mdc qmd rmd',
  'text/plain': 'txt text log rst adoc asciidoc org tex textile srt vtt eml',
  'text/html': 'html htm xhtml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv tab',
  'application/json': 'json jsonc json5 geojson ipynb webmanifest map har',
  'text/x-source':
    'ada adb ads asm astro awk bash bat bazel bzl c cc cfg cjs clj cljc cljs cmake cmd coffee conf cpp cr cs css cts cu cue cxx d dart diff dockerfile ' +
    'dts ejs el elm env erb erl ex exs f f90 f95 fish for fs fsi fsx gd glsl go gradle graphql gql groovy h haml hbs hcl hh hlsl hpp hrl hs hxx idl ' +
    'ini ino java jl js jsx kt kts less lisp lua m mak make metal mjs mk ml mli mm mod move mts mustache nim nix nu patch pas php pl pm plist ' +
    'podspec pp prisma proto ps1 psm1 pug purs py pyi pyx r rake rb rego res rkt rs s sass scala scm scss service sh sml sol sql star styl sum sv ' +
    'svelte svg swift tcl tf tfvars thrift toml ts tsx twig v vb vbs vert vhd vhdl vim vue vy wat wgsl xml xsd xsl xslt yaml yml zig zsh',
}

const FILE_NAMES: Readonly<Record<string, string>> = {
  'text/plain': 'license licence copying notice authors contributors changelog changes news readme install todo',
  'text/x-source':
    'makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile rakefile gemfile podfile procfile justfile cmakelists.txt .gitignore ' +
    '.gitattributes .dockerignore .editorconfig .npmrc .env .bashrc .zshrc .profile go.mod go.sum',
}

const byExtension = inverted(EXTENSIONS)
const byFileName = inverted(FILE_NAMES)

/** The media type that a uri's file name or extension says, in any case, or undefined. A query or fragment after the name does not matter. */
export function mediaTypeOf(uri: string): string | undefined {
  return named(uri) ?? named(uri.replace(/[?#].*$/s, ''))
}

function named(uri: string): string | undefined {
  const name = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase()
  return byFileName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf('.') + 1 || name.length))
}

function inverted(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).flatMap(([type, list]) => list.split(' ').map((name) => [name, type])))
}
