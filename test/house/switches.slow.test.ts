/**
 * A switch over a union answers for every member, so that a new member does not compile until it is answered for too.
 * The type checker says what is a union: a switch over text, such as a command's name, may have any `default`.
 */
import { join, relative } from 'node:path';
import type { Node, SourceFile, Statement, SwitchStatement } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isIdentifier,
  isReturnStatement,
  isSwitchStatement,
} from 'typescript/unstable/ast/is';
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

const projects = ['electron/core', 'electron', 'renderer', '.'];

describe('A switch over a union', () => {
  it('has no default but assertNever', { timeout: 120_000 }, () => {
    const api = new API({ cwd: projectRoot });
    try {
      const configs = projects.map((folder) => join(projectRoot, folder, 'tsconfig.json'));
      const snapshot = api.updateSnapshot({ openProjects: configs });
      const seen = new Set<string>();
      const found = configs.flatMap((config) => {
        const project = snapshot.getProject(config);
        if (project === undefined) throw new Error(`${config} was not loaded.`);
        return project.rootFiles.flatMap((name) => (seen.has(name) ? [] : unionSwitches(project, name, seen)));
      });
      // The type checker has told unions from text.
      expect(found.length).toBeGreaterThan(60);
      expect(
        found.filter((each) => !each.isClosed).map(({ where }) => where),
        'end it in `default: return assertNever(…)`, or follow it with that',
      ).toEqual([]);
    } finally {
      api.close();
    }
  });
});

/** The switches over unions in a file, each as `file:line`, and whether `assertNever` closes it. */
function unionSwitches(project: Project, name: string, seen: Set<string>) {
  seen.add(name);
  const file = project.program.getSourceFile(name);
  if (file === undefined) throw new Error(`${name} was not read.`);
  const switches = switchesIn(file);
  if (switches.length === 0) return [];
  const types = project.checker.getTypeAtLocation(switches.map(({ expression }) => expression));
  return switches
    .filter((_, index) => isUnionOfLiterals(types[index]))
    .map((each) => ({
      where: `${relative(projectRoot, name)}:${file.getLineAndCharacterOfPosition(each.getStart(file)).line + 1}`,
      isClosed: isClosed(each),
    }));
}

function switchesIn(file: SourceFile): SwitchStatement[] {
  const found: SwitchStatement[] = [];
  const visit = (node: Node): void => {
    if (isSwitchStatement(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Whether its default, or else the statement that follows it, is `assertNever` and nothing more. */
function isClosed(each: SwitchStatement): boolean {
  const fallback = each.caseBlock.clauses.find((clause) => clause.kind === SyntaxKind.DefaultClause);
  if (fallback !== undefined) return fallback.statements.length === 1 && isAssertNever(fallback.statements[0]);
  const { parent } = each;
  const siblings: readonly Statement[] = isBlock(parent) ? parent.statements : [];
  return isAssertNever(siblings[siblings.indexOf(each) + 1]);
}

function isAssertNever(statement: Statement | undefined): boolean {
  if (statement === undefined || !(isReturnStatement(statement) || isExpressionStatement(statement))) return false;
  const { expression } = statement;
  return (
    expression !== undefined &&
    isCallExpression(expression) &&
    isIdentifier(expression.expression) &&
    expression.expression.text === 'assertNever'
  );
}

/** Two literals or more, and nothing else: `undefined` counts as one. */
function isUnionOfLiterals(type: Type | undefined): boolean {
  return (
    type?.isUnionType() === true &&
    type.getTypes().every(({ flags }) => (flags & (TypeFlags.Literal | TypeFlags.Undefined | TypeFlags.Null)) !== 0)
  );
}
