@echo off
rem Intray's command line, in the program that the desktop package brings.
"%~dp0..\..\Intray.exe" --no-sandbox --command-line -- %*
