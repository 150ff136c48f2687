import { posix } from 'node:path'
import type * as ESTree from 'oxc-parser'
import { parseSync } from 'oxc-parser'
import { templateOf } from '../messages/message.ts'

// Finds the texts of errors in the source, so that a test can compare them with the translations.

/** A text that a person may read: its English template, or what is wrong with how the source writes it. */
export interface SourceMessage {
  file: string
  line: number
  template?: string
  mistake?: string
}

type Node = ESTree.Node
type Fn = ESTree.Function | ESTree.ArrowFunctionExpression

/** The argument that is a text, by the name of the function. */
const texts: Record<string, number> = {
  ApiError: 1,
  invalid: 1,
  invalidPart: 1,
  forbidden: 0,
  AreaError: 0,
  'faults.add': 1,
  faultAt: 1,
}

/** Properties that are texts, and those that are the noun of notFound. */
const textProperties = ['refusal']
const nounProperties = ['noun', 'called']

interface SourceFile {
  name: string
  text: string
  /** All nodes from the outside to the inside, each with its parent. */
  parents: Map<Node, Node | undefined>
  functions: Map<string, Fn>
  /** Name in this file → file of the server and name there. */
  imports: Map<string, string>
}

export function sourceMessages(files: string[], textOf: (file: string) => string): SourceMessage[] {
  return new MessageScan(files.map(file => parsedFile(file, textOf(file)))).run()
}

class MessageScan {
  readonly #files: Map<string, SourceFile>
  readonly #found: SourceMessage[] = []
  readonly #seen = new Set<unknown>()
  /** Functions that take a text, as `file name`, with the positions of the text among the arguments. */
  readonly #takers = new Map<string, Set<number>>()

  constructor(files: SourceFile[]) {
    this.#files = new Map(files.map(file => [file.name, file]))
  }

  run() {
    for (const file of this.#files.values()) for (const node of file.parents.keys()) this.#followNode(file, node)
    // A function that passes its parameter on takes a text too, so calls are read until no such function is added.
    for (let before = -1; before < this.#seen.size; ) {
      before = this.#seen.size
      for (const file of this.#files.values()) this.#followCalls(file)
    }
    return this.#found
  }

  #followNode(file: SourceFile, node: Node) {
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'msg')
      this.#add(file, node, templateIn(node.quasi))
    if (node.type === 'ObjectExpression') this.#followFault(file, node)
    if (node.type === 'Property') this.#followProperty(file, node)
  }

  #followCalls(file: SourceFile) {
    for (const node of file.parents.keys()) {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue
      const name = calleeOf(node.callee)
      if (name === undefined) continue
      const taken = new Set(this.#takers.get(this.#homeOf(file, name)) ?? [])
      if (texts[name] !== undefined) taken.add(texts[name])
      for (const index of taken) this.#follow(file, node.arguments[index])
      if (name === 'notFound') this.#followNoun(file, node.arguments[0])
    }
  }

  /** Where a function is declared. */
  #homeOf(file: SourceFile, name: string) {
    return file.functions.has(name) ? `${file.name} ${name}` : (file.imports.get(name) ?? '')
  }

  /** An object with a location and a message is a fault. */
  #followFault(file: SourceFile, node: ESTree.ObjectExpression) {
    const propertyOf = (key: string) =>
      node.properties.find(property => property.type === 'Property' && nameOf(property.key) === key)
    const message = propertyOf('location') && propertyOf('message')
    if (message?.type === 'Property') this.#follow(file, message.value)
  }

  #followProperty(file: SourceFile, { key, value }: { key: Node; value: Node }) {
    const name = nameOf(key) ?? ''
    if (textProperties.includes(name)) this.#follow(file, value)
    if (nounProperties.includes(name)) this.#followNoun(file, value)
  }

  #followNoun(file: SourceFile, node: Node | undefined) {
    if (node?.type !== 'Literal' || this.#seen.has(node)) return
    this.#seen.add(node)
    this.#add(file, node, `There is no such ${node.value}, or you cannot see it.`)
  }

  #follow(file: SourceFile, node: Node | null | undefined): void {
    if (!node || this.#seen.has(node)) return
    this.#seen.add(node)
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value !== '')
      this.#add(file, node, node.value)
    if (node.type === 'TemplateLiteral') this.#followTemplate(file, node)
    if (node.type === 'BinaryExpression')
      this.#refuse(file, node, 'Write a text in one piece: sentences in parts cannot be translated.')
    if (node.type === 'Identifier') this.#followName(file, node)
    if (node.type === 'CallExpression') this.#followResult(file, node)
    for (const part of choicesOf(node)) this.#follow(file, part)
  }

  #followTemplate(file: SourceFile, node: ESTree.TemplateLiteral) {
    if (node.expressions.length === 0) this.#add(file, node, templateIn(node))
    else this.#refuse(file, node, 'Tag a text that has values: msg`…`.')
  }

  /** A parameter makes its function one that takes a text; a constant is followed to its value. */
  #followName(file: SourceFile, node: Node & { type: 'Identifier' }) {
    for (let scope = file.parents.get(node); scope; scope = file.parents.get(scope)) {
      if (isFunction(scope)) {
        const index = scope.params.findIndex(parameter => nameOf(parameter) === node.name)
        const name = functionName(scope, file.parents)
        if (index >= 0 && name) this.#addTaker(`${file.name} ${name}`, index)
        if (index >= 0) return
      }
      for (const declaration of declarationsIn(scope))
        if (nameOf(declaration.id) === node.name) return this.#follow(file, declaration.init)
    }
  }

  #addTaker(home: string, index: number) {
    this.#takers.set(home, new Set([...(this.#takers.get(home) ?? []), index]))
  }

  #followResult(file: SourceFile, node: ESTree.CallExpression) {
    const [home = '', name = ''] = this.#homeOf(file, nameOf(node.callee) ?? '').split(' ')
    const target = this.#files.get(home)
    const called = target?.functions.get(name)
    if (!target || !called?.body) return
    if (called.body.type !== 'BlockStatement') return this.#follow(target, called.body)
    for (const inside of parentsIn(called.body).keys())
      if (inside.type === 'ReturnStatement') this.#follow(target, inside.argument)
  }

  #add(file: SourceFile, node: Node, template: string) {
    this.#found.push({ file: file.name, line: lineOf(file, node), template })
  }

  #refuse(file: SourceFile, node: Node, mistake: string) {
    this.#found.push({ file: file.name, line: lineOf(file, node), mistake })
  }
}

/** The expressions one of which is the value of this one. */
function choicesOf(node: Node) {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate]
  if (node.type === 'LogicalExpression') return [node.left, node.right]
  return node.type === 'TSAsExpression' ? [node.expression] : []
}

function parsedFile(name: string, text: string): SourceFile {
  const { program } = parseSync(name, text)
  const parents = parentsIn(program)
  const functions = new Map<string, Fn>()
  const imports = new Map<string, string>()
  for (const node of parents.keys()) {
    if (isFunction(node)) functions.set(functionName(node, parents) ?? '', node)
    if (node.type !== 'ImportDeclaration') continue
    const target = posix.join(posix.dirname(name), node.source.value)
    for (const one of node.specifiers)
      if (one.type === 'ImportSpecifier') imports.set(one.local.name, `${target} ${nameOf(one.imported)}`)
  }
  return { name, text, parents, functions, imports }
}

function parentsIn(root: Node) {
  const parents: SourceFile['parents'] = new Map()
  const visit = (node: Node, parent: Node | undefined) => {
    parents.set(node, parent)
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(root, undefined)
  return parents
}

const childrenOf = (node: Node) => Object.values(node).flatMap(value => [value].flat().filter(isNode))

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isFunction = (node: Node): node is Fn =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** The name of a declared function, of the constant it is assigned to, or of its property. */
function functionName(node: Fn, parents: SourceFile['parents']) {
  if (node.id) return node.id.name
  const parent = parents.get(node)
  if (parent?.type === 'VariableDeclarator') return nameOf(parent.id)
  return parent?.type === 'Property' || parent?.type === 'MethodDefinition' ? nameOf(parent.key) : undefined
}

function declarationsIn(scope: Node): ESTree.VariableDeclarator[] {
  const body = scope.type === 'BlockStatement' || scope.type === 'Program' ? scope.body : []
  return body.flatMap(statement => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declared?.type === 'VariableDeclaration' ? declared.declarations : []
  })
}

function nameOf(node: { type: string } | null | undefined): string | undefined {
  if (node?.type === 'AssignmentPattern') return nameOf((node as ESTree.AssignmentPattern).left)
  return node?.type === 'Identifier' ? (node as { type: string; name?: string }).name : undefined
}

/** The name of the function, or of a method with its object: `faults.add`. */
function calleeOf(node: ESTree.Expression) {
  if (node.type !== 'MemberExpression') return nameOf(node)
  return `${nameOf(node.object)}.${nameOf(node.property)}`
}

const templateIn = ({ quasis }: ESTree.TemplateLiteral) => templateOf(quasis.map(({ value }) => value.cooked ?? ''))

const lineOf = ({ text }: SourceFile, { start }: Node) => text.slice(0, start).split('\n').length
