"""A class that declares the attributes of the module for the extension io.modelcontextprotocol/tasks of MCP 2026-07-28.

Type checkers need the class to know what is in the module. Nothing imports this file at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import types as _types
from .. import tasks as _own

if _t.TYPE_CHECKING:
    from typing_extensions import TypeForm as _TypeForm


class Types:
    """The types of the extension io.modelcontextprotocol/tasks of MCP 2026-07-28."""

    CancelTaskRequest: type[_types.CancelTaskRequest]
    CancelTaskResult: type[_types.CancelTaskResult]
    CancelledTask: type[_types.CancelledTask]
    CancelledTaskNotificationParams: type[_types.CancelledTaskNotificationParams]
    CancelledTaskResult: type[_types.CancelledTaskResult]
    CompletedTask: type[_types.CompletedTask]
    CompletedTaskNotificationParams: type[_types.CompletedTaskNotificationParams]
    CompletedTaskResult: type[_types.CompletedTaskResult]
    CreateTaskResult: type[_types.CreateTaskResult]
    DetailedTask: _TypeForm[_types.DetailedTask]
    FailedTask: type[_types.FailedTask]
    FailedTaskNotificationParams: type[_types.FailedTaskNotificationParams]
    FailedTaskResult: type[_types.FailedTaskResult]
    GetTaskRequest: type[_types.GetTaskRequest]
    GetTaskResult: _TypeForm[_types.GetTaskResult]
    InputRequiredTask: type[_types.InputRequiredTask]
    InputRequiredTaskNotificationParams: type[_types.InputRequiredTaskNotificationParams]
    InputRequiredTaskResult: type[_types.InputRequiredTaskResult]
    Task: type[_types.Task]
    TaskIdParams: type[_types.TaskIdParams]
    TaskStatus: _TypeForm[_types.TaskStatus]
    TaskStatusNotification: type[_types.TaskStatusNotification]
    TaskStatusNotificationParams: _TypeForm[_types.TaskStatusNotificationParams]
    TaskSubscriptionAcknowledgedNotifications: type[_types.TaskSubscriptionAcknowledgedNotifications]
    TaskSubscriptionNotifications: type[_types.TaskSubscriptionNotifications]
    TaskTtlMs: _TypeForm[_types.TaskTtlMs]
    TasksExtensionCapability: type[_types.TasksExtensionCapability]
    UpdateTaskRequest: type[_types.UpdateTaskRequest]
    UpdateTaskRequestParams: type[_types.UpdateTaskRequestParams]
    UpdateTaskResult: type[_types.UpdateTaskResult]
    WorkingTask: type[_types.WorkingTask]
    WorkingTaskNotificationParams: type[_types.WorkingTaskNotificationParams]
    WorkingTaskResult: type[_types.WorkingTaskResult]


class Interface(Types, _ModuleType):
    """The type of the module for the extension io.modelcontextprotocol/tasks of MCP 2026-07-28, which only type checkers use."""

    ClientMessage: _TypeForm[_own.ClientMessage]
    ServerMessage: _TypeForm[_own.ServerMessage]

    def __init__(self) -> None:
        """Declare the functions and constants of the module as attributes."""
        self.REVISION: _t.Final = "2026-07-28"
        self.IDENTIFIER = _own.IDENTIFIER
        self.EXTENDS = _own.EXTENDS
        self.DECLARED_BY = _own.DECLARED_BY
        self.ANSWERS = _own.ANSWERS
        self.ADDITIONS = _own.ADDITIONS
        self.METHODS = _own.METHODS
        self.ERRORS = _own.ERRORS
        self.BATCHES = _own.BATCHES
        self.ErrorResponse = _own.ErrorResponse
        self.Method = _own.Method
        self.Response = _own.Response
        self.Router = _own.Router
        self.decode = _own.decode
        self.decode_message = _own.decode_message
        self.encode = _own.encode
        self.json_schema = _own.json_schema
        self.to_builtins = _own.to_builtins
