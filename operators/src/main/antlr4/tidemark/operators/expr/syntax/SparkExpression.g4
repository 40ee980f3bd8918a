/** Spark SQL expressions: operators, precedence and literals as in Spark 4.2 with ANSI mode on. */
grammar SparkExpression;

options {
  caseInsensitive = true;
}

single: expression EOF;

expression: booleanExpression;

booleanExpression
  : (NOT | '!') booleanExpression                             # logicalNot
  | valueExpression predicate?                                # predicated
  | left=booleanExpression AND right=booleanExpression        # logicalAnd
  | left=booleanExpression OR right=booleanExpression         # logicalOr
  ;

predicate
  : NOT? BETWEEN lower=valueExpression AND upper=valueExpression          # between
  | NOT? IN '(' expression (',' expression)* ')'                          # inList
  | NOT? (RLIKE | REGEXP) pattern=valueExpression                         # rlike
  | NOT? kind=(LIKE | ILIKE) quantifier=(ANY | SOME | ALL)
      '(' expression (',' expression)* ')'                                # likeMany
  | NOT? kind=(LIKE | ILIKE) pattern=valueExpression (ESCAPE escape=STRING)? # like
  | IS NOT? NULL                                                          # isNull
  | IS NOT? kind=(TRUE | FALSE | UNKNOWN)                                 # isTruth
  | IS NOT? DISTINCT FROM right=valueExpression                           # isDistinct
  ;

valueExpression
  : primary                                                               # primaryValue
  | op=('-' | '+' | '~') valueExpression                                  # unary
  | left=valueExpression op=('*' | '/' | '%' | DIV) right=valueExpression # binary
  | left=valueExpression op=('+' | '-' | '||') right=valueExpression      # binary
  | left=valueExpression shift right=valueExpression                      # shifted
  | left=valueExpression op='&' right=valueExpression                     # binary
  | left=valueExpression op='^' right=valueExpression                     # binary
  | left=valueExpression op='|' right=valueExpression                     # binary
  | left=valueExpression op=('=' | '==' | '<>' | '!=' | '<' | '<=' | '>' | '>=' | '<=>')
      right=valueExpression                                               # binary
  ;

shift: '<' '<' | '>' '>' '>'?;

primary
  : CASE operand=expression? (WHEN expression THEN expression)+
      (ELSE otherwise=expression)? END                                    # caseWhen
  | kind=(CAST | TRY_CAST) '(' expression AS dataType ')'                 # cast
  | EXTRACT '(' field=identifier FROM valueExpression ')'                 # extract
  | SUBSTRING '(' valueExpression FROM valueExpression
      (FOR valueExpression)? ')'                                          # substringFrom
  | TRIM '(' (side=(BOTH | LEADING | TRAILING) what=valueExpression? | what=valueExpression)
      FROM text=valueExpression ')'                                       # trimFrom
  | POSITION '(' valueExpression IN valueExpression ')'                   # positionIn
  | INTERVAL intervalPart+                                                # intervalUnits
  | INTERVAL intervalValue from=identifier TO to=identifier               # intervalRange
  | INTERVAL STRING                                                       # intervalText
  | identifier STRING                                                     # typedText
  | constant                                                              # literal
  | '*'                                                                   # star
  | functionName '(' DISTINCT? (argument (',' argument)*)? ')'
      ((IGNORE | RESPECT) NULLS)?
      (WITHIN GROUP '(' ORDER BY order=expression direction=(ASC | DESC)? ')')?
      (FILTER '(' WHERE where=booleanExpression ')')?
      over?                                                               # function
  | '(' expression ')'                                                    # parenthesised
  | '(' expression (',' expression)+ ')'                                  # row
  | primary '[' valueExpression ']'                                       # element
  | primary '.' identifier                                                # dot
  | primary '.' '*'                                                       # dotStar
  | primary '::' dataType                                                 # castTo
  | identifier                                                            # name
  ;

argument
  : (identifier | '(' identifier (',' identifier)* ')') '->' expression   # lambda
  | expression (AS identifier)? ((IGNORE | RESPECT) NULLS)?               # plainArgument
  ;

over: OVER (identifier | '(' ~')'*? ')');

functionName: identifier;

intervalPart: intervalValue unit=identifier;

intervalValue: sign=('+' | '-')? (INTEGER | DECIMAL | STRING);

constant
  : NULL                  # nullConstant
  | (TRUE | FALSE)        # booleanConstant
  | '-'? number           # numberConstant
  | STRING+               # textConstant
  ;

number
  : INTEGER | DECIMAL | EXPONENT | BIGINT_NUMBER | SMALLINT_NUMBER | TINYINT_NUMBER
  | FLOAT_NUMBER | DOUBLE_NUMBER | BIGDECIMAL_NUMBER
  ;

singleType: dataType EOF;

dataType
  : identifier '<' dataType '>'                                 # arrayType
  | identifier '<' dataType ',' dataType '>'                    # mapType
  | identifier '<' (structField (',' structField)*)? '>'        # structType
  | identifier '<>'                                             # emptyStruct
  | INTERVAL from=identifier (TO to=identifier)?                # intervalType
  | identifier ('(' INTEGER (',' INTEGER)* ')')?                # namedType
  ;

structField: identifier ':'? dataType (NOT NULL)?;

identifier: IDENTIFIER | QUOTED | softWord;

/* Words of the grammar that may also name a column or a function. */
softWord
  : ALL | ANY | AS | ASC | BOTH | BY | CAST | DESC | DIV | END | ESCAPE | EXTRACT | FILTER | FOR
  | FROM | GROUP | IGNORE | INTERVAL | LEADING | NULLS | ORDER | OVER | POSITION | REGEXP | RESPECT
  | SOME | SUBSTRING | TO | TRAILING | TRIM | TRY_CAST | UNKNOWN | WHERE | WITHIN | ILIKE | LIKE
  | RLIKE
  ;

ALL: 'ALL';
AND: 'AND';
ANY: 'ANY';
AS: 'AS';
ASC: 'ASC';
BETWEEN: 'BETWEEN';
BOTH: 'BOTH';
BY: 'BY';
CASE: 'CASE';
CAST: 'CAST';
DESC: 'DESC';
DISTINCT: 'DISTINCT';
DIV: 'DIV';
ELSE: 'ELSE';
END: 'END';
ESCAPE: 'ESCAPE';
EXTRACT: 'EXTRACT';
FALSE: 'FALSE';
FILTER: 'FILTER';
FOR: 'FOR';
FROM: 'FROM';
GROUP: 'GROUP';
IGNORE: 'IGNORE';
ILIKE: 'ILIKE';
IN: 'IN';
INTERVAL: 'INTERVAL';
IS: 'IS';
LEADING: 'LEADING';
LIKE: 'LIKE';
NOT: 'NOT';
NULL: 'NULL';
NULLS: 'NULLS';
OR: 'OR';
ORDER: 'ORDER';
OVER: 'OVER';
POSITION: 'POSITION';
REGEXP: 'REGEXP';
RESPECT: 'RESPECT';
RLIKE: 'RLIKE';
SOME: 'SOME';
SUBSTRING: 'SUBSTRING' | 'SUBSTR';
THEN: 'THEN';
TO: 'TO';
TRAILING: 'TRAILING';
TRIM: 'TRIM';
TRUE: 'TRUE';
TRY_CAST: 'TRY_CAST';
UNKNOWN: 'UNKNOWN';
WHEN: 'WHEN';
WHERE: 'WHERE';
WITHIN: 'WITHIN';

BIGDECIMAL_NUMBER: (DIGIT+ | POINTED) EXP? 'BD';
DOUBLE_NUMBER: (DIGIT+ | POINTED) EXP? 'D';
FLOAT_NUMBER: (DIGIT+ | POINTED) EXP? 'F';
BIGINT_NUMBER: DIGIT+ 'L';
SMALLINT_NUMBER: DIGIT+ 'S';
TINYINT_NUMBER: DIGIT+ 'Y';
EXPONENT: (DIGIT+ | POINTED) EXP;
DECIMAL: POINTED;
INTEGER: DIGIT+;

STRING
  : '\'' (~['\\] | '\\' . | '\'\'')* '\''
  | '"' (~["\\] | '\\' . | '""')* '"'
  | 'R\'' ~[']* '\''
  | 'R"' ~["]* '"'
  ;
UNCLOSED_STRING: '\'' (~['\\] | '\\' .)* '\\'? | '"' (~["\\] | '\\' .)* '\\'?;
QUOTED: '`' (~'`' | '``')* '`';
UNCLOSED_NAME: '`' ~'`'*;

IDENTIFIER: [\p{L}_] [\p{L}\p{Nd}_]*;

SPACE: [ \t\r\n\u00a0\ufeff]+ -> channel(HIDDEN);
LINE_COMMENT: '--' ~[\r\n]* -> channel(HIDDEN);
BLOCK_COMMENT: '/*' .*? '*/' -> channel(HIDDEN);
OTHER: .;

fragment DIGIT: [0-9];
fragment POINTED: DIGIT+ '.' DIGIT* | '.' DIGIT+;
fragment EXP: 'E' [+-]? DIGIT+;
