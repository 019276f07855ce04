-- What Intray works with; the rights to the register's tables come from `intray register create`.
CREATE ROLE intray LOGIN;
